import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { calendar, fixture } from '#api/test/fixtures/feed-samples.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { seasonFile } from '#api/test/fixtures/season-file.ts'
import { addPerformer } from './change-performers-and-venues.ts'
import { mergeEntries } from './merge-entries.ts'

const setup = importFixture()

test('a feed that names no competition finds the games of merged clubs by their pair', async () => {
  const context = { db: setup.db, caller: terminalCaller() }
  await setup.load('clubs', 'clubs.csv')
  await setup.load('venues', 'venues/football-venues-2026-27.csv')
  await addPerformer(context, 'Woolwich', { competition: 'premier-league' })
  const game = { round: 'Matchday 1', date: '2027-08-01', time: '15:00' }
  const file = seasonFile([
    { ...game, team1: 'Chelsea FC', team2: 'Woolwich' },
    { ...game, date: '2027-09-01', team1: 'Everton FC', team2: 'Chelsea FC' },
  ])
  expect((await setup.loadText('football-json', file, 'season.json')).counts).toMatchObject({ new: 2 })
  const { rows } = await sql<{ slug: string }>`
    select p.slug from performer_aliases a join performers p on p.id = a.performer_id
    where a.scope = 'football/gb' and a.name_key = 'arsenal'`.execute(setup.db)
  await mergeEntries(context, 'performer', { from: 'woolwich', into: rows[0]?.slug ?? '' })
  const feed = calendar(
    fixture('a@example.com', 'Chelsea FC v Arsenal FC', ':20270801T140000Z'),
    fixture('b@example.com', 'Everton FC v Chelsea FC', ':20270901T140000Z'),
  )
  const report = await setup.loadText('icalendar', feed, 'feed.ics')
  expect([report.counts, report.bad]).toMatchObject([{ new: 0, unchanged: 2, waiting: 0 }, []])
})
