import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { preferredSpelling } from './unify-spellings.ts'

const setup = importFixture()
const { load, loadText } = setup

/** Every order of the rows, so that none can decide. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((others) => [item, ...others]))
}

test.each([
  [['Dvorak', 'Dvo\u0159\u00E1k', 'DVORAK'], 'Dvo\u0159\u00E1k'],
  [['ANN LEE', 'Ann Lee', 'ann lee'], 'Ann Lee'],
  [['Ann-Lee', 'Ann Lee'], 'Ann Lee'],
])('of %j, %s is displayed, in any order', (names, expected) => {
  for (const order of ordersOf(names)) expect(preferredSpelling(order)).toBe(expected)
})

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(setup.db)).rows[0]?.n

test('performers, clubs and venues of one file get one spelling, which the report names', async () => {
  const files = [
    { kind: 'performers', header: 'competition,name', row: (name: string) => `nfl,${name}` },
    {
      kind: 'clubs',
      header: 'league,source_name,name,aliases',
      row: (name: string) => `en.1,${name} FC,${name},`,
    },
    {
      kind: 'venues',
      header: 'kind,venue,aliases,city,country_code,timezone,capacity,latitude,longitude',
      row: (name: string) => `field,${name},,London,GB,Europe/London,1000,51.5,-0.1`,
    },
  ]
  for (const { kind, header, row } of files) {
    const seen = new Set<string>()
    for (const [at, order] of ordersOf(['Cafe Town', 'Caf\u00E9 Town', 'CAFE TOWN']).entries()) {
      // Another word for each order, so that the one before it has no effect.
      const names = order.map((name) => `${name} ${at}`)
      const report = await loadText(kind, [header, ...names.map(row), ''].join('\n'), 'x.csv')
      const table = kind === 'venues' ? 'venues' : 'performers'
      const { rows } = await sql<{ name: string }>`
        select name from ${sql.table(table)} where name like ${`% ${at}`}`.execute(setup.db)
      const outcome = { names: rows.map(({ name }) => name), counts: report.counts, notes: report.notes }
      seen.add(JSON.stringify(outcome).replaceAll(` ${at}`, ''))
    }
    expect(
      [...seen].map((text) => JSON.parse(text) as unknown),
      kind,
    ).toEqual([
      {
        names: ['Caf\u00E9 Town'],
        counts: expect.objectContaining({ added: 1 }),
        notes: [
          '"CAFE TOWN" and "Cafe Town" and "Caf\u00E9 Town" are one name: "Caf\u00E9 Town" is displayed',
        ],
      },
    ])
    await sql`truncate performers, venues cascade`.execute(setup.db)
  }
})

const programme = (id: number, soloistName: string) => ({
  id: `p${id}`,
  programID: String(id),
  orchestra: 'New York Philharmonic',
  season: '2027-28',
  concerts: [
    {
      eventType: 'Subscription Season',
      Location: 'Manhattan, NY',
      Venue: 'David Geffen Hall',
      Date: `2027-09-0${id}T04:00:00Z`,
      Time: '7:30PM',
    },
  ],
  works: [
    {
      ID: `${id}*`,
      composerName: 'Mahler,  Gustav',
      workTitle: `SYMPHONY NO.  ${id}`,
      conductorName: 'Thomas, Michael Tilson',
      soloists: [{ soloistName, soloistInstrument: 'Piano', soloistRoles: 'S' }],
    },
  ],
})

test('a new artist in several spellings is one, displayed the same whatever the order of the file', async () => {
  await load('venues', 'venues/other-venues.csv')
  for (const [at, order] of ordersOf(['Novak', 'Nov\u00E1k', 'NOVAK']).entries()) {
    const programs = order.map((surname, index) => programme(index + 1, `${surname}, Ann${'x'.repeat(at)}`))
    const report = await loadText('nyphil-archive', JSON.stringify({ programs }), 'nyphil-2027-28.json')
    expect(report).toMatchObject({ bad: [], isApplied: true })
    const { rows } = await sql<{ name: string }>`
      select name from performers where slug = ${`ann${'x'.repeat(at)}-novak`}`.execute(setup.db)
    const shown = `Ann${'x'.repeat(at)} Nov\u00E1k`
    expect(rows).toEqual([{ name: shown }])
    expect(report.newArtists).toContain(shown)
    expect(report.notes?.[0]).toContain(`"${shown}" is displayed`)
  }
})

test('a name with several meanings in one file gets none of them, whatever the order, and each row is reported', async () => {
  const rows = [
    'event,nfl/Super Bowl,Big-Game',
    'event,nfl/Pro Bowl,big game',
    'event-session,formula-1/practice,Shake Down',
    'other-session,formula-1,shake-down',
    'event,nfl/Super Bowl,The Final',
    'event,nfl/Super Bowl,the final',
  ]
  const before = { aliases: await count('event_aliases'), sessions: await count('competition_sessions') }
  for (const order of [rows, rows.toReversed(), ...ordersOf(rows.slice(0, 4)).slice(5, 15)]) {
    const report = await loadText('names', ['type,of,name', ...order, ''].join('\n'), 'n.csv')
    expect(report.bad).toHaveLength(4)
    for (const { line, reason } of report.bad)
      expect([line, reason]).toEqual([line, expect.stringContaining('none of them was added')])
    const others = order.length === 6 ? 1 : 0
    expect(await count('event_aliases')).toBe((before.aliases ?? 0) + others)
    expect(await count('competition_sessions')).toBe(before.sessions)
    await sql`delete from event_aliases where name_key = 'the final'`.execute(setup.db)
  }
})
