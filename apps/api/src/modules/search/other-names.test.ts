import { terminalCaller } from '#api/audit/caller.ts'
import type { EventRecord } from '@terrace/contracts/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeName } from '#api/modules/catalogue/index.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock('2026-11-21T12:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ clock })
  await loadDemoCompetitions({ db: app.db, clock })
})
afterAll(() => app.close())

async function titlesOf(query: string): Promise<string[]> {
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
  const response = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify({ requests: [{ indexName: 'trade_events', query }] }),
    headers: { 'content-type': 'text/plain' },
  })
  return (
    response.json<{ results: { hits: EventRecord[] }[] }>().results[0]?.hits.map(({ title }) => title) ?? []
  )
}

test('a name finds events as soon as it is added, and no longer once it is removed', async () => {
  const { venueId } = await addVenue(app.db, { name: 'Quarry Park' })
  await addEvent(app.db, { venueId, title: 'Rovers against Wanderers' })
  const { rows } = await sql<{ slug: string }>`select slug from venues where id = ${venueId}`.execute(app.db)
  const given = { type: 'venue', of: rows[0]?.slug ?? '', name: 'The Pit' }
  expect(await titlesOf('the pit')).toEqual([])
  await changeName({ db: app.db, caller: terminalCaller() }, 'add', given)
  expect(await titlesOf('the pit')).toEqual(['Rovers against Wanderers'])
  await changeName({ db: app.db, caller: terminalCaller() }, 'remove', given)
  expect(await titlesOf('the pit')).toEqual([])
})

test.each([
  ['nfl', '2026-12-06T20:20', 'Sunday Night Football'],
  ['nfl', '2026-12-07T20:15', 'Monday Night Football'],
  ['nfl', '2026-12-10T17:20', 'Thursday Night Football'],
])('an event of the %s at %s is found as %s', async (slug, local, name) => {
  const { venueId } = await addVenue(app.db)
  const title = `Game of ${local}`
  const id = await addEvent(app.db, { venueId, title })
  const early = await addEvent(app.db, { venueId, title: `Early ${local}` })
  await sql`
    update events set local_at = ${local}::timestamp, starts_at = ${local}::timestamp at time zone timezone,
      time_confirmed = true, category_id = (select id from categories where slug = ${slug})
    where id = ${id}`.execute(app.db)
  await sql`
    update events set local_at = ${`${local.slice(0, 10)}T16:25`}::timestamp,
      starts_at = ${`${local.slice(0, 10)}T16:25`}::timestamp at time zone timezone, time_confirmed = true,
      category_id = (select id from categories where slug = ${slug})
    where id = ${early}`.execute(app.db)
  const titles = await titlesOf(name)
  expect(titles[0]).toBe(title)
  expect(titles).not.toContain(`Early ${local}`)
})
