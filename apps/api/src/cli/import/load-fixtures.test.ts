import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'

const cli = cliFixture()
const { run } = cli

async function put(name: string, ...lines: string[]): Promise<string> {
  const path = join(cli.folder, name)
  await writeFile(path, lines.join('\r\n'))
  return path
}

async function addHockey(): Promise<void> {
  const competition = ['catalogue', 'competition', 'nhl', '--name', 'NHL', '--sport', 'ice-hockey']
  await run('admin', [...competition, '--first-month', '9', '--season-naming', 'both years'])
  const venues = await put(
    'arenas.csv',
    'league,club,venue,city,country_code,timezone,capacity,latitude,longitude',
    'NHL,Boston Bruins,TD Garden,Boston,US,America/New_York,17850,,',
    'NHL,New York Rangers,Madison Square Garden,New York,US,America/New_York,18006,,',
  )
  expect(await run('import', ['venues', venues])).toMatchObject({ code: 0 })
}

const season = [
  'Game Date;Puck drop (ET);Home Team;Visitor;Arena;TV',
  '9/1/2027;19:00;Boston Bruins;New York Rangers;TD Garden;ESPN',
  '23/1/2027;13:30;New York Rangers;Boston Bruins;;',
]

async function stored() {
  const { rows } = await sql<{ title: string; season: string; local: string }>`
    select e.title, s.name as season, to_char(e.source_local_at, 'YYYY-MM-DD HH24:MI') as local
    from events e join seasons s on s.id = e.season_id order by e.source_local_at`.execute(cli.db)
  return rows
}

test('a table of a sport without a profile is proposed, confirmed once and then loads', async () => {
  await addHockey()
  const file = await put('nhl.csv', ...season)
  const proposed = await run('import', ['fixtures', file, '--competition', 'nhl'])
  expect(proposed.code).toBe(1)
  expect(proposed.out).toContain('Nothing was loaded')
  expect(proposed.out).toMatch(/date +Game Date/)
  expect(proposed.out).toMatch(/away +Visitor/)
  expect(proposed.out).toContain('dateOrder: DMY')
  expect(proposed.out).toContain('zone: America/New_York')
  expect(proposed.out).toContain('not used: TV')
  expect(await stored()).toEqual([])

  const early = await run('import', ['fixtures', file, '--profile', 'nhl'])
  expect([early.code, early.error]).toEqual([2, expect.stringContaining('the profile nhl is not confirmed')])
  expect(await run('admin', ['catalogue', 'profile', 'confirm', 'nhl'])).toMatchObject({
    code: 0,
    out: 'nhl is confirmed\n',
  })
  // The first file of a profile is only looked at.
  const looked = await run('import', ['fixtures', file, '--profile', 'nhl'])
  expect([looked.code, looked.out]).toEqual([0, expect.stringContaining('2 new')])
  expect(looked.out).toContain('dry run: nothing was changed')
  expect(await stored()).toEqual([])
  const result = join(cli.folder, 'result.csv')
  const loaded = await run('import', ['fixtures', file, '--profile', 'nhl', '--apply', '--result', result])
  expect([loaded.code, loaded.error]).toEqual([0, ''])
  expect((await stat(result)).mode & 0o077).toBe(0)
  const lines = (await readFile(result, 'utf8')).trimEnd().split('\n')
  expect(lines[0]).toBe('line,outcome,reason,event,title,date')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^2,new,,\d+,/),
    expect.stringMatching(/^3,new,,\d+,/),
  ])
  expect(await stored()).toMatchObject([
    { season: '2026-27', local: '2027-01-09 19:00' },
    { season: '2026-27', local: '2027-01-23 13:30' },
  ])
  // A later file with the same columns finds the profile by its header.
  const again = await run('import', ['fixtures', await put('nhl-2.csv', ...season)])
  expect([again.code, again.out.split('\n')[0]]).toEqual([0, '2 events read: 2 unchanged'])
})

test('a file that no profile fits needs another name than that of a profile', async () => {
  await addHockey()
  await run('import', ['fixtures', await put('nhl.csv', ...season), '--competition', 'nhl'])
  await run('admin', ['catalogue', 'profile', 'confirm', 'nhl'])
  const other = await put('nhl.csv', 'Day;Host;Guest', '2027-01-09;Boston Bruins;New York Rangers')
  expect(await run('import', ['fixtures', other, '--competition', 'nhl'])).toMatchObject({
    code: 2,
    error: expect.stringContaining(
      'no profile fits the file, and another one already has the name nhl: name the new one with --profile <name>',
    ) as string,
  })
})

test('a file of another competition with the same columns gets a profile of its own', async () => {
  await addHockey()
  const file = await put('nhl.csv', ...season)
  await run('import', ['fixtures', file, '--competition', 'nhl'])
  await run('admin', ['catalogue', 'profile', 'confirm', 'nhl'])
  await run('admin', ['catalogue', 'competition', 'khl', '--name', 'KHL', '--sport', 'ice-hockey'])
  const other = await put('khl.csv', ...season)
  const named = await run('import', ['fixtures', other, '--profile', 'nhl', '--competition', 'khl'])
  expect([named.code, named.error]).toEqual([
    2,
    '--competition: the profile nhl is about nhl; leave --competition out, or choose another profile\n',
  ])
  const proposed = await run('import', ['fixtures', other, '--competition', 'khl'])
  expect([proposed.code, proposed.out]).toEqual([1, expect.stringContaining('competition: {"slug":"khl"}')])
  const known = await run('import', ['fixtures', file, '--competition', 'nhl'])
  expect([known.code, known.out]).toEqual([0, expect.stringContaining('2 new')])
})

test('a proposal needs to know the competition', async () => {
  const file = await put('nhl.csv', ...season)
  const unsaid = await run('import', ['fixtures', file])
  expect([unsaid.code, unsaid.error]).toEqual([2, expect.stringContaining('add --competition <slug>')])
  const unknown = await run('import', ['fixtures', file, '--competition', 'quidditch'])
  expect(unknown.error).toContain('unknown competition "quidditch"')
})

test('a proposal can be changed in a file, shown and removed', async () => {
  await addHockey()
  const file = await put('nhl.csv', ...season)
  await run('import', ['fixtures', file, '--competition', 'nhl'])
  const { out } = await run('admin', ['catalogue', 'profile', 'show', 'nhl', '--json'])
  const changed = await put('nhl.json', out.replace('America/New_York', 'America/Chicago'))
  const imported = await run('import', ['profiles', changed])
  expect([imported.code, imported.out.split('\n')[0]]).toEqual([0, '1 profiles read: 1 changed, 0 unchanged'])
  expect((await run('admin', ['catalogue', 'profile', 'show', 'nhl'])).out).toContain('zone: America/Chicago')
  expect((await run('admin', ['catalogue', 'profiles'])).out).toBe('nhl  Proposed for nhl (delimited)\n')
  expect((await run('admin', ['catalogue', 'profile', 'remove', 'nhl'])).out).toBe('nhl is removed\n')
  expect((await run('admin', ['catalogue', 'profiles'])).out).toBe('No profiles\n')
  const gone = await run('admin', ['catalogue', 'profile', 'confirm', 'nhl'])
  expect([gone.code, gone.error]).toEqual([1, expect.stringContaining('there is no profile "nhl"')])
})

test('a profile file with an invalid profile names the setting, and loads the valid ones', async () => {
  const broken = { name: 'b', about: 'B', format: 'delimited', columns: { a: 'home', b: 'home' } }
  const good = { name: 'good', about: 'Good', format: 'icalendar' }
  const file = await put('p.json', `[${JSON.stringify(broken)},`, `${JSON.stringify(good)}]`)
  const { code, out } = await run('import', ['profiles', file])
  expect(code).toBe(1)
  expect(out).toContain('"a" and "b" both give home; map only one of them')
  expect((await run('admin', ['catalogue', 'profiles'])).out).toBe('good  Good (icalendar)\n')
})

test('a damaged file is refused with its line, changes nothing and exits with 1', async () => {
  await addHockey()
  const file = await put('nhl.csv', ...season)
  await run('import', ['fixtures', file, '--competition', 'nhl'])
  await run('admin', ['catalogue', 'profile', 'confirm', 'nhl'])
  const cut = await put('cut.csv', ...season.slice(0, 2), '23/1/2027;13:30;New York')
  const refused = await run('import', ['fixtures', cut, '--profile', 'nhl'])
  expect(refused.code).toBe(1)
  expect(refused.out).toContain(
    `${cut}:3: 3 cells, but the header has 6: the file is cut off, so nothing was loaded`,
  )
  expect(await stored()).toEqual([])
  const missing = await run('import', ['fixtures', join(cli.folder, 'none.csv')])
  expect([missing.code, missing.error]).toEqual([2, expect.stringContaining('cannot read')])
})

test('options of fixtures are refused for other kinds of files', async () => {
  const { code, error } = await run('import', ['venues', 'x.csv', '--profile', 'nhl'])
  expect([code, error]).toEqual([2, 'venues does not accept --profile\n'])
})
