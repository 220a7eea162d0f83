import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFile } from '#api/modules/catalogue/index.ts'
import { systemClock } from '#api/shared/clock.ts'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { parseEntryCommand } from './catalogue-entries.ts'

const cli = cliFixture()
const { run } = cli
const catalogue = (...args: string[]) => run('admin', ['catalogue', ...args])

async function load(kind: string, content: string) {
  const context = { db: cli.db, clock: systemClock }
  return importFile(context, { kind, content })
}

const arena = ['--city', 'Toronto', '--country-code', 'CA', '--timezone', 'America/Toronto']

/** Two performers of the NHL, given by slug. */
async function addTeams(...names: string[]): Promise<void> {
  await catalogue('competition', 'nhl', '--name', 'NHL', '--sport', 'ice-hockey')
  for (const name of names) await catalogue('add', 'performer', name, '--competition', 'nhl')
}

async function idOf(table: 'performers' | 'venues', slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where slug = ${slug}`.execute(cli.db)
  return rows[0]?.id ?? 0
}

/** A match of the two performers, at the given hours from now. */
async function addMatch(home: string, away: string, hours: number): Promise<number> {
  const { venueId } = await addVenue(cli.db)
  const startsAt = new Date(Date.now() + hours * 3_600_000)
  const eventId = await addEvent(cli.db, { venueId, startsAt })
  const [homeId, awayId] = [await idOf('performers', home), await idOf('performers', away)]
  await sql`insert into event_performers (event_id, performer_id, role, position)
    values (${eventId}, ${homeId}, 'home', 0), (${eventId}, ${awayId}, 'away', 1)`.execute(cli.db)
  await sql`update events set title = ${`${home} vs ${away}`}, source_key = ${`1/2031/${homeId}/${awayId}/${eventId}`}
    where id = ${eventId}`.execute(cli.db)
  return eventId
}

test('an operator adds, shows, lists, edits and removes performers and venues', async () => {
  await addTeams('Toronto Maple Leafs')
  const venue = await catalogue(
    'add',
    'venue',
    'Scotiabank Arena',
    ...arena,
    '--capacity',
    '18800',
    '--kind',
    'arena',
  )
  expect([venue.code, venue.out]).toEqual([0, 'Scotiabank Arena: added\n'])
  expect((await catalogue('show', 'venue', 'scotiabank-arena')).out).toContain('timezone: America/Toronto')
  expect((await catalogue('list', 'performers', 'maple')).out).toBe(
    'toronto-maple-leafs  Toronto Maple Leafs\n',
  )
  const renamed = await catalogue('edit', 'performer', 'toronto-maple-leafs', '--name', 'Toronto Leafs')
  expect([renamed.code, renamed.out]).toEqual([0, 'toronto-maple-leafs: changed\n'])
  // The old name still matches imports.
  expect((await catalogue('show', 'performer', 'toronto-leafs')).out).toContain('toronto maple leafs')
  expect((await catalogue('edit', 'venue', 'scotiabank-arena', '--capacity', '19000')).code).toBe(0)
  expect((await catalogue('show', 'venue', 'scotiabank-arena')).out).toContain('capacity: 19000')
  expect((await catalogue('remove', 'venue', 'scotiabank-arena')).out).toBe('scotiabank-arena: removed\n')
  expect((await catalogue('list', 'venues')).out).toBe('No venues\n')
  const audit = await run('admin', ['audit', '--kind', 'catalogue.changed'])
  expect(audit.out.match(/action=(add|edit|remove)/g)).toEqual([
    'action=add',
    'action=add',
    'action=add',
    'action=edit',
    'action=edit',
    'action=remove',
  ])
})

test('an operator adds, changes and removes a sport, and a competition with every property', async () => {
  expect((await catalogue('add', 'sport', 'Live music', '--kind', 'genre')).out).toBe('live-music: added\n')
  expect((await catalogue('add', 'sport', 'Live music')).error).toBe(
    '--name: "live-music" is already the slug of a sport, genre or competition\n',
  )
  expect((await catalogue('edit', 'sport', 'live-music', '--art-pattern', 'cave')).error).toContain(
    '--art-pattern: must be one of pitch, track',
  )
  const edited = await catalogue(
    'edit',
    'sport',
    'live-music',
    '--name',
    'Concerts',
    '--art-pattern',
    'stage',
  )
  expect(edited.out).toBe('live-music: changed\n')
  const festival = ['--name', 'Sound Fields', '--sport', 'live-music', '--participants', 'festival']
  const more = ['--duration-minutes', '600', '--colours', '#14285a #a3122a', '--title-style', 'own']
  expect((await catalogue('competition', 'sound-fields', ...festival, ...more)).out).toBe(
    'sound-fields: added\n',
  )
  expect((await catalogue('show', 'sport', 'live-music')).out).toBe(
    'live-music  Concerts\n  kind: genre\n  art-pattern: stage\n  competitions: 1\n',
  )
  expect((await catalogue('remove', 'sport', 'live-music')).error).toContain('Concerts has 1 competition')
  await catalogue('remove', 'competition', 'sound-fields')
  expect((await catalogue('remove', 'sport', 'live-music')).out).toBe('live-music: removed\n')
  expect((await catalogue('add', 'competition', 'x')).error).toContain('catalogue competition <slug> --name')
})

test('matches of a renamed team are called by its new name, titles of their own stay', async () => {
  await addTeams('Boston Bruins', 'New York Rangers')
  const match = await addMatch('boston-bruins', 'new-york-rangers', 48)
  const final = await addMatch('new-york-rangers', 'boston-bruins', 480)
  const title = (id: number, text: string) =>
    sql`update events set title = ${text} where id = ${id}`.execute(cli.db)
  await title(match, 'Boston Bruins vs New York Rangers')
  await title(final, 'Winter Classic')
  await catalogue('edit', 'performer', 'boston-bruins', '--name', 'Boston Bears')
  const { rows } = await sql`select title, slug from events order by starts_at`.execute(cli.db)
  expect(rows).toEqual([
    { title: 'Boston Bears vs New York Rangers', slug: 'boston-bears-vs-new-york-rangers' },
    expect.objectContaining({ title: 'Winter Classic' }),
  ])
})

test('seasons are named as their competition names them', async () => {
  await loadDemoCompetitions({ db: cli.db, clock: systemClock })
  expect((await catalogue('add', 'season', 'formula-1', '2027')).out).toBe('formula-1 2027: added\n')
  expect((await catalogue('add', 'season', 'formula-1', '2027')).out).toBe('formula-1 2027: unchanged\n')
  expect((await catalogue('add', 'season', 'formula-1')).error).toBe(
    '--season: seasons of Formula 1 are named like 2026\n',
  )
  expect((await catalogue('add', 'season', 'premier-league', '2027')).error).toBe(
    '--season: seasons of Premier League are named like 2026-27\n',
  )
  expect((await catalogue('remove', 'competition', 'formula-1')).error).toBe(
    '--competition: Formula 1 has 1 season; remove or move these first\n',
  )
  expect((await catalogue('remove', 'season', 'formula-1/2027')).out).toBe('formula-1/2027: removed\n')
  expect((await catalogue('remove', 'competition', 'formula-1')).out).toBe('formula-1: removed\n')
})

test('a venue needs a time zone, and every other problem is named with what would be right', async () => {
  await addTeams('Boston Bruins')
  for (const [args, error] of [
    [
      [
        'add',
        'venue',
        'TD Garden',
        '--city',
        'Boston',
        '--country-code',
        'US',
        '--capacity',
        '17850',
        '--kind',
        'arena',
      ],
      '--timezone: a venue needs a time zone, such as Europe/London',
    ],
    [
      [
        'add',
        'venue',
        'TD Garden',
        ...arena,
        '--timezone',
        'Boston',
        '--capacity',
        '17850',
        '--kind',
        'arena',
      ],
      '--timezone: is not an IANA time zone',
    ],
    [
      ['add', 'performer', 'New York Rangers'],
      '--competition: say where it plays, such as --competition nhl',
    ],
    [
      ['add', 'performer', 'boston bruins', '--competition', 'nhl'],
      '--name: "boston bruins" already means Boston',
    ],
    [['add', 'performer', 'X', '--competition', 'khl'], '--competition: must be one of nhl'],
    [['edit', 'performer', 'boston-bruins', '--colours', 'gold'], '--colours: must be two colours such as'],
    [['show', 'performer', 'unknown-team'], '--performer: there is no performer "unknown-team"'],
    [['alias', 'performer', 'add', 'boston-bruins', ' '], '--name: is empty'],
  ] as const) {
    const result = await catalogue(...args)
    expect([result.code, result.error]).toEqual([1, expect.stringContaining(error)])
  }
  expect((await catalogue('list', 'performers')).out).toBe('boston-bruins  Boston Bruins\n')
})

test('an alias that would make two performers the same is refused and names both', async () => {
  await addTeams('Boston Bruins', 'New York Rangers')
  expect((await catalogue('alias', 'performer', 'add', 'boston-bruins', 'The Bs')).out).toBe(
    '"The Bs" added\n',
  )
  expect((await catalogue('alias', 'performer', 'add', 'boston-bruins', 'The Bs')).out).toBe(
    '"The Bs" is already a name\n',
  )
  const refused = await catalogue('alias', 'performer', 'add', 'new-york-rangers', 'the BS')
  expect([refused.code, refused.error]).toEqual([
    1,
    '--name: "the BS" already means Boston Bruins, so it cannot mean New York Rangers as well. If both are one, merge them with catalogue merge\n',
  ])
  expect((await catalogue('alias', 'performer', 'remove', 'boston-bruins', 'The Bs')).out).toBe(
    '"The Bs" removed\n',
  )
})

test('merged performers are one: events, names and the old address move', async () => {
  await addTeams('NY Rangers', 'New York Rangers', 'Boston Bruins')
  const eventId = await addMatch('ny-rangers', 'boston-bruins', 100)
  await sql`update events set title = 'NY Rangers vs Boston Bruins' where id = ${eventId}`.execute(cli.db)
  await catalogue('name', 'add', 'performer', 'ny-rangers', 'Blueshirts')
  await sql`delete from outbox`.execute(cli.db)
  const merged = await catalogue('merge', 'performer', 'ny-rangers', 'new-york-rangers')
  expect([merged.code, merged.error, merged.out]).toEqual([
    0,
    '',
    'ny-rangers: merged into new-york-rangers\n',
  ])
  const id = await idOf('performers', 'new-york-rangers')
  const { rows } = await sql`
    select e.title, e.slug, split_part(e.source_key, '/', 3) as home, ep.performer_id
    from events e join event_performers ep on ep.event_id = e.id and ep.role = 'home'`.execute(cli.db)
  expect(rows).toEqual([
    {
      title: 'New York Rangers vs Boston Bruins',
      slug: 'new-york-rangers-vs-boston-bruins',
      home: String(id),
      performer_id: id,
    },
  ])
  const shown = (await catalogue('show', 'performer', 'new-york-rangers')).out
  expect(shown).toContain('import-names: new york rangers|ny rangers')
  expect(shown).toContain('search-names: Blueshirts')
  const { rows: old } = await sql`select type, type_id from old_slugs where slug = 'ny-rangers'`.execute(
    cli.db,
  )
  expect(old).toEqual([{ type: 'performer', type_id: id }])
  const { rows: topics } = await sql<{ topic: string }>`select distinct topic from outbox order by 1`.execute(
    cli.db,
  )
  expect(topics.map(({ topic }) => topic)).toEqual(['feed.stale', 'search.stale'])
})

test('performers that meet or have events at the same time are not merged', async () => {
  await addTeams('NY Rangers', 'New York Rangers', 'Boston Bruins')
  const derby = await addMatch('ny-rangers', 'new-york-rangers', 100)
  const refused = await catalogue('merge', 'performer', 'ny-rangers', 'new-york-rangers')
  expect([refused.code, refused.error]).toEqual([
    1,
    `--into: NY Rangers and New York Rangers meet in event ${derby} (ny-rangers vs new-york-rangers)\n`,
  ])
  await sql`delete from events`.execute(cli.db)
  const one = await addMatch('ny-rangers', 'boston-bruins', 200)
  const other = await addMatch('new-york-rangers', 'boston-bruins', 201)
  expect((await catalogue('merge', 'performer', 'ny-rangers', 'new-york-rangers')).error).toContain(
    `--into: NY Rangers and New York Rangers have events at the same time: ${one} (ny-rangers vs boston-bruins) and ${other}`,
  )
  expect(await idOf('performers', 'ny-rangers')).toBeGreaterThan(0)
  expect((await catalogue('merge', 'performer', 'ny-rangers', 'ny-rangers')).error).toBe(
    '--into: is the same performer\n',
  )
})

test('merged venues are one, in one time zone only', async () => {
  const add = (name: string, zone: string) =>
    catalogue(
      'add',
      'venue',
      name,
      '--city',
      'Boston',
      '--country-code',
      'US',
      '--timezone',
      zone,
      '--capacity',
      '17850',
      '--kind',
      'arena',
    )
  await add('TD Garden', 'America/New_York')
  await add('TD Banknorth Garden', 'America/New_York')
  await add('TD Garden West', 'America/Chicago')
  const venueId = await idOf('venues', 'td-banknorth-garden')
  await addEvent(cli.db, { venueId, startsAt: new Date(Date.now() + 86_400_000) })
  expect((await catalogue('merge', 'venue', 'td-garden-west', 'td-garden')).error).toBe(
    '--into: TD Garden West is in America/Chicago and TD Garden in America/New_York\n',
  )
  expect((await catalogue('remove', 'venue', 'td-banknorth-garden')).error).toBe(
    '--venue: TD Banknorth Garden has 1 event; remove or move these first\n',
  )
  expect((await catalogue('merge', 'venue', 'td-banknorth-garden', 'td-garden')).out).toBe(
    'td-banknorth-garden: merged into td-garden\n',
  )
  const shown = (await catalogue('show', 'venue', 'td-garden')).out
  expect(shown).toContain('events: 1')
  expect(shown).toContain('td banknorth garden')
})

test('10,000 nicknames of one performer are refused, and none is added', async () => {
  await addTeams('Boston Bruins', 'New York Rangers')
  const rows = Array.from({ length: 10_000 }, (_, index) => `performer,boston-bruins,Bruin ${index + 1}`)
  const report = await load(
    'names',
    ['type,of,name', ...rows, 'performer,new-york-rangers,Blueshirts'].join('\n'),
  )
  expect(report.counts).toMatchObject({ added: 1 })
  expect(report.bad).toEqual([
    {
      line: 202,
      reason: 'of: the file has 10,000 names of boston-bruins, which may have 200; none of them was added',
    },
  ])
  const { rows: added } = await sql`select name from nicknames`.execute(cli.db)
  expect(added).toEqual([{ name: 'Blueshirts' }])
})

test.each([
  [['list', 'performers'], { verb: 'list', kind: 'performer', args: [] }],
  [['show', 'venue', 'td-garden'], { verb: 'show', kind: 'venue', args: ['td-garden'] }],
  [['merge', 'performer', 'a', 'b'], { verb: 'merge', args: ['a', 'b'] }],
  [['edit', 'venue', 'a', '--country-code', 'CA'], { columns: { country_code: 'CA' } }],
])('parses catalogue %j', (args, command) => {
  expect(parseEntryCommand(args)).toMatchObject(command)
})

test.each([
  [['list', 'clubs'], 'catalogue list needs one of sport, competition, season, performer, venue'],
  [['add', 'performer'], 'such as catalogue add performer "Toronto Maple Leafs" --competition nhl'],
  [['edit', 'venue', 'a'], 'catalogue edit venue needs a column to change: --name, --city'],
  [['edit', 'performer', 'a', '--city', 'x'], 'catalogue edit performer does not accept --city'],
  [['merge', 'competition', 'a', 'b'], 'catalogue merge needs one of performer, venue'],
  [['alias', 'performer', 'drop', 'a', 'b'], 'catalogue alias performer accepts add or remove'],
])('rejects catalogue %j with a reason', (args, reason) => {
  expect(parseEntryCommand(args)).toContain(reason)
})
