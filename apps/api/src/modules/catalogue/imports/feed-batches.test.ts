import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importAny } from '#api/test/fixtures/demo-competitions.ts'
import { calendar, fixture } from '#api/test/fixtures/feed-samples.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { importFixtures } from '../importers/fixtures/import-fixtures.ts'
import { sourceFileOf } from '../importers/readers/source-file.ts'

const setup = importFixture()

async function clubs(): Promise<string[]> {
  await setup.load('clubs', 'clubs.csv')
  await setup.load('venues', 'venues/football-venues-2026-27.csv')
  const { rows } = await sql<{ name: string }>`
    select p.name from performers p join performer_aliases a on a.performer_id = p.id
      join performer_venues v on v.performer_id = p.id
    where a.scope = 'football/gb' group by p.id order by p.id limit 18`.execute(setup.db)
  return rows.map(({ name }) => name)
}

/** Every club at home against every other one, in the season 2027-28. */
function entries(names: readonly string[], count: number): string[] {
  const pairs = names.flatMap((home) =>
    names.filter((away) => away !== home).map((away) => [home, away] as const),
  )
  return pairs.slice(0, count).map(([home, away], index) => {
    const day = new Date(Date.UTC(2027, 7, 1 + index)).toISOString().slice(0, 10).replaceAll('-', '')
    return fixture(`game-${index}@example.com`, `Premier League: ${home} v ${away}`, `:${day}T150000Z`)
  })
}

test('an event that a feed lists again under another id is one event, however far apart its rows are', async () => {
  const games = entries(await clubs(), 260)
  const again = (games[0] ?? '').replace('game-0@', 'other-0@')
  const report = await setup.loadText('icalendar', calendar(...games, again), 'long.ics')
  // The first batch has 200 rows; the repeated one comes after it is written.
  expect([report.counts, report.bad]).toMatchObject([{ new: 260, unchanged: 1, waiting: 0 }, []])
  const later = calendar(
    (games[0] ?? '').replace('T150000Z', 'T190000Z').replace('game-0@', 'third@'),
    ...games.slice(1),
  )
  expect((await setup.loadText('icalendar', later, 'later.ics')).counts).toMatchObject({
    new: 0,
    unchanged: 259,
  })
})

test('a dry run of a feed counts what the import does, however far apart its rows are, and leaves nothing', async () => {
  const games = entries(await clubs(), 260)
  const again = (games[0] ?? '').replace('game-0@', 'other-0@')
  const context = { db: setup.db, clock: setup.clock }
  const file = sourceFileOf('long.ics', calendar(...games, again))
  const request = { file, profile: 'icalendar' }
  const looked = await importFixtures(context, { ...request, mode: 'dry run' })
  expect(looked).toMatchObject({ isApplied: false, counts: { new: 260, unchanged: 1 } })
  // What is discarded has no id that an operator could use.
  expect('rows' in looked && looked.rows?.map(({ eventId }) => eventId)).toEqual(Array(260).fill(null))
  for (const table of ['catalogue_events', 'event_performers', 'event_sources', 'seasons', 'import_rows'])
    expect((await sql`select from ${sql.table(table)}`.execute(setup.db)).rows).toEqual([])
  const loaded = await importFixtures(context, { ...request, mode: 'apply' })
  expect(loaded).toMatchObject({ isApplied: true, counts: { new: 260, unchanged: 1 } })
})

test('the rows of a feed are matched together: twice as many cost no more statements', async () => {
  const games = entries(await clubs(), 80)
  await setup.loadText('icalendar', calendar(...games), 'all.ics')
  const statementsFor = async (count: number) => {
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const moved = games.slice(0, count).map((game) => game.replace('T150000Z', `T1${count % 10}0000Z`))
    const context = { db: setup.db.withPlugin(counting), clock: setup.clock }
    const file = { kind: 'icalendar', content: calendar(...moved), fileName: `${count}.ics` }
    expect((await importAny(context, file)).counts).toMatchObject({ moved: count })
    return statements
  }
  const few = await statementsFor(36)
  expect(await statementsFor(78)).toBeLessThanOrEqual(few + 2)
})
