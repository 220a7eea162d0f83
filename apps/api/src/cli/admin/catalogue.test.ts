import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '#api/shared/clock.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'

const cli = cliFixture()
const { run } = cli

async function importText(kind: string, fileName: string, content: string) {
  const file = join(cli.folder, fileName)
  await writeFile(file, content)
  return run('import', [kind, file, ...(kind === 'fixtures' ? ['--apply'] : [])])
}

const hockey = ['catalogue', 'competition', 'nhl', '--name', 'NHL', '--sport', 'ice-hockey']

test('an operator adds a competition of a new sport, and its season loads', async () => {
  const added = await run('admin', [
    ...hockey,
    '--title-style',
    'at',
    '--country-code',
    'US',
    '--first-month',
    '9',
    '--season-naming',
    'both years',
  ])
  expect([added.code, added.error, added.out]).toEqual([0, '', 'nhl: added\n'])
  const venues = await importText(
    'venues',
    'arenas.csv',
    [
      'league,club,venue,city,country_code,timezone,capacity,latitude,longitude',
      'NHL,Boston Bruins,TD Garden,Boston,US,America/New_York,17850,,',
      'NHL,New York Rangers,Madison Square Garden,New York,US,America/New_York,18006,,',
    ].join('\n'),
  )
  expect([venues.code, venues.error]).toEqual([0, ''])
  const profiles = new URL('../../../../../seeds/data/profiles/football.json', import.meta.url).pathname
  expect(await run('import', ['profiles', profiles])).toMatchObject({ code: 0, error: '' })
  const season = await importText(
    'fixtures',
    'nhl.json',
    JSON.stringify({
      name: 'NHL 2026/27',
      matches: [{ date: '2027-01-09', time: '19:00', team1: 'Boston Bruins', team2: 'New York Rangers' }],
    }),
  )
  expect([season.code, season.error]).toEqual([0, ''])
  const { rows } = await sql<{ title: string; sport: string; season: string }>`
    select e.title, p.name as sport, s.name as season from events e
    join categories c on c.id = e.category_id join categories p on p.id = c.parent_id
    join seasons s on s.id = e.season_id`.execute(cli.db)
  expect(rows).toEqual([
    { title: 'New York Rangers at Boston Bruins', sport: 'Ice hockey', season: '2026-27' },
  ])
})

test('changing a competition keeps the columns that are not given', async () => {
  await run('admin', [...hockey, '--title-style', 'at', '--source-names', 'National Hockey League|nhl.1'])
  const changed = await run('admin', ['catalogue', 'competition', 'nhl', '--confirm-ahead-days', '30'])
  expect(changed.out).toBe('nhl: changed\n')
  expect((await run('admin', ['catalogue', 'competition', 'nhl', '--name', 'NHL'])).out).toBe(
    'nhl: unchanged\n',
  )
  const { out } = await run('admin', ['catalogue', 'competitions'])
  expect(out).toContain('nhl  NHL (Ice hockey)')
  expect(out).toContain('title-style at')
  expect(out).toContain('confirm-ahead-days 30')
  expect(out).toContain('source-names national hockey league|nhl|nhl 1')
})

test('a competition with an invalid column is rejected by name and changes nothing', async () => {
  await loadDemoCompetitions({ db: cli.db, clock: systemClock })
  const before = await run('admin', ['catalogue', 'competitions'])
  for (const [args, problem] of [
    [['nhl'], 'catalogue competition needs a column to set, such as --name'],
    [['NHL', '--name', 'NHL'], '--slug: must be lower-case words joined by hyphens'],
    [['nhl', '--name', 'NHL'], '--sport: must be lower-case words joined by hyphens'],
    [['nhl', '--sport', 'ice-hockey'], '--name: is empty'],
    [['serie-a', '--first-month', '13'], '--first-month: must be a whole number from 1 to 12'],
    [['serie-a', '--title-style', 'own!'], '--title-style: must be one of versus, at, own'],
    [['serie-a', '--country-code', 'Italy'], '--country-code: must be a two-letter country code'],
    [['serie-a', '--source-names', 'EN.1'], '--source-names: "en 1" already means Premier League'],
    [['football', '--name', 'Football', '--sport', 'sports'], '--slug: football is a sport or genre'],
    [['nhl', '--name', 'NHL', '--sport', 'serie-a'], '--sport: serie-a is a competition'],
  ] as const) {
    const { code, error } = await run('admin', ['catalogue', 'competition', ...args])
    expect([code > 0, error.split('\n')[0]]).toEqual([true, problem])
  }
  expect((await run('admin', ['catalogue', 'competitions'])).out).toBe(before.out)
})

test('an operator adds and removes names', async () => {
  await loadDemoCompetitions({ db: cli.db, clock: systemClock })
  await sql`insert into performers (kind, name, slug) values ('team', 'Arsenal', 'arsenal'), ('team', 'Chelsea', 'chelsea')`.execute(
    cli.db,
  )
  const name = (...args: string[]) => run('admin', ['catalogue', 'name', ...args])
  for (const [type, of, text] of [
    ['performer', 'arsenal', 'Gooners'],
    ['rivalry', 'chelsea + arsenal', 'London derby'],
    ['kick-off', 'nfl saturday 16:30', 'Saturday Night Football'],
    ['city', 'München', 'Munich'],
    ['keyword', 'football', 'calcio'],
    ['other-session', 'formula-1', 'Testing'],
    ['event', 'nfl/Super Bowl', 'The Big Game'],
  ] as const) {
    expect((await name('add', type, of, text)).out).toBe(`"${text}" added\n`)
    expect((await name('add', type, of, text)).out).toBe(`"${text}" is already a name\n`)
  }
  const listed = await run('admin', ['catalogue', 'names', 'rivalry'])
  expect(listed.out).toBe('rivalry  arsenal + chelsea  London derby\n')
  expect((await name('remove', 'rivalry', 'arsenal + chelsea', 'London derby')).out).toBe(
    '"London derby" removed\n',
  )
  expect((await run('admin', ['catalogue', 'names', 'rivalry'])).out).toBe('No names\n')
})

test.each([
  ['performer', 'arsenal', 'Gooners', '--of: no performer has the slug "arsenal"'],
  ['country', 'XX', 'Nowhere', '--of: no country has the code "XX"'],
  ['rivalry', 'arsenal', 'Derby', '--of: must be two performers, such as arsenal + chelsea'],
  ['kick-off', 'nfl someday 17:00', 'Night', '--of: must be a competition, a weekday and a time'],
  ['kick-off', 'khl sunday 17:00', 'Night', '--of: no competition has the slug "khl"'],
  ['event', 'formula-1/Rome Grand Prix', 'monza grand prix', '--name: "monza grand prix" already means'],
  ['nickname', 'arsenal', 'Gooners', '--type: must be one of category, performer'],
  ['city', 'Roma', ' ', '--name: is empty'],
])('a %s of %s is rejected: %s', async (type, of, name, problem) => {
  await loadDemoCompetitions({ db: cli.db, clock: systemClock })
  const { code, error } = await run('admin', ['catalogue', 'name', 'add', type, of, name])
  expect([code, error]).toEqual([1, expect.stringContaining(problem)])
})
