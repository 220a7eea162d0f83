import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

let app: TestApp | undefined
afterAll(() => app?.close())

test('[SEARCH-04] events stay searchable and counted until their day ends at the venue', async () => {
  // 20 November in Los Angeles, 21 November in London.
  app = await buildTestApp({ clock: createTestClock('2026-11-21T06:00:00Z') })
  const { db } = app
  const play = async (title: string, timezone: string, localAt: string) => {
    const { venueId } = await addVenue(db, { timezone })
    const id = await addEvent(db, { venueId, title, localAt })
    await sql`
      update events set timezone = ${timezone}, starts_at = local_at at time zone ${timezone} where id = ${id}`.execute(
      db,
    )
    await sql`update venues set city = ${title} where id = ${venueId}`.execute(db)
  }
  await play('Over', 'Europe/London', '2026-11-20T20:00')
  await play('Started', 'America/Los_Angeles', '2026-11-20T19:00')
  await play('Tonight', 'Europe/London', '2026-11-21T20:00')
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/trade_events/query?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify({
      query: '',
      facets: ['venue.city'],
      filters: `event_date_local>=${Date.parse('2026-11-20') / 1000} AND is_source_tixstock=1`,
    }),
  })
  expect(JSON.parse(body)).toMatchObject({
    nbHits: 2,
    hits: [{ title: 'Started' }, { title: 'Tonight' }],
    facets: { 'venue.city': { Started: 1, Tonight: 1 } },
  })
})
