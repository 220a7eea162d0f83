import { preferencesRoutes } from '@terrace/contracts/preferences'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { maxSavedSearches, savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addEvent, addRates } from '#api/test/fixtures/factories.ts'
import { buildSearchFixture, type SearchFixture } from '#api/test/fixtures/saved-search-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { sendPendingMatches } from './match-searches.ts'
import { matchCooldownMs } from './saved-search.ts'
import { purgeEndedSearches } from './saved-searches.repo.ts'

let market: SearchFixture
let rival: Caller
beforeAll(async () => {
  market = await buildSearchFixture()
  await addRates(market.db, '2026-01-02', { GBP: '0.8', USD: '1.1' })
  rival = await market.addBuyer()
})
// Holds expire by the database clock, so the test clock must stay close to it.
beforeEach(() => market.clock.set(new Date()))
afterAll(() => market.close())

/** A buyer whose search asks for two tickets up to £80.00. */
async function searcher(filter: Record<string, unknown> = { min_quantity: '2', proceed_price_max: '80.00' }) {
  const by = await market.addBuyer()
  const search = await market.save(by, { filter })
  return { by, search, titles: () => market.titles(by) }
}

test('a new match is reported once, with its place, price and a link to its row', async () => {
  const { by } = await searcher()
  const listingId = await market.publish({ priceMinor: 7500 })
  expect(await market.matches(by)).toMatchObject([
    {
      kind: 'search_match',
      title: '1 listing matches “Cheap pairs”',
      detail: expect.stringMatching(/^Home \d+ v Away \d+, Block 112, row 22, £78\.75 all-in$/),
      link: expect.stringMatching(new RegExp(`^/tickets/[\\w-]+/${market.eventId}#${listingId}$`)),
    },
  ])
  market.clock.advance(matchCooldownMs)
  await market.revise(listingId, { priceMinor: 7000 })
  expect(await market.matches(by)).toHaveLength(1)
})

test('listings that match when a search is saved are not reported', async () => {
  const listingId = await market.publish({ priceMinor: 7500 })
  const { titles } = await searcher()
  await market.revise(listingId, { priceMinor: 7000 })
  expect(await titles()).toEqual([])
})

test('returned tickets and prices that drop into the range are reported', async () => {
  const { titles } = await searcher()
  const listingId = await market.publish({ priceMinor: 9000 })
  expect(await titles()).toEqual([])
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await titles()).toEqual(['1 listing matches “Cheap pairs”'])
  market.clock.advance(matchCooldownMs)
  const { hold_id: holdId } = await market.hold(rival, listingId, 4)
  await market.finish()
  expect(await titles()).toHaveLength(1)
  await market.release(rival, holdId, 4)
  expect(await titles()).toHaveLength(2)
})

test('tickets that the team itself held and released are not reported', async () => {
  const { by, titles } = await searcher()
  const listingId = await market.publish({ priceMinor: 7000 })
  market.clock.advance(matchCooldownMs)
  const { hold_id: holdId } = await market.hold(by, listingId, 4)
  await market.finish()
  await market.release(by, holdId, 4)
  expect(await titles()).toHaveLength(1)
})

test('matches within five minutes after an alert are one message', async () => {
  const { by, titles } = await searcher()
  for (const priceMinor of [7900, 7800, 7700, 7600]) await market.publish({ priceMinor })
  const gone = await market.publish({ priceMinor: 100 })
  await market.withdraw(gone)
  expect(await titles()).toEqual(['1 listing matches “Cheap pairs”'])
  expect(await sendPendingMatches(market.deps)).toBe(0)
  market.clock.advance(matchCooldownMs)
  // Searches of other tests are sent too.
  expect(await sendPendingMatches(market.deps)).toBeGreaterThan(0)
  await market.finish()
  expect(await market.matches(by)).toMatchObject([
    { title: '3 listings match “Cheap pairs”', detail: expect.stringMatching(/, all-in from £79\.80$/) },
    { title: '1 listing matches “Cheap pairs”' },
  ])
  expect(await sendPendingMatches(market.deps)).toBe(0)
})

test('prices count in the currency of the search', async () => {
  const { by } = await searcher({ proceed_price_max: '100.00', target_currency: 'USD' })
  await market.publish({ priceMinor: 7400 })
  await market.publish({ priceMinor: 7200 })
  expect(await market.matches(by)).toMatchObject([{ detail: expect.stringMatching(/, \$103\.95 all-in$/) }])
})

test('switching on alerts reports only later matches', async () => {
  const { by, search, titles } = await searcher()
  const change = (body: object) =>
    by.call(savedSearchesRoutes.change, { params: { search_id: search.id }, body })
  await change({ live: false, mail: false })
  const first = await market.publish({ priceMinor: 7500 })
  await change({ live: true })
  await market.finish()
  await market.revise(first, { priceMinor: 7400 })
  expect(await titles()).toEqual([])
  await market.publish({ priceMinor: 7300 })
  expect(await titles()).toHaveLength(1)
})

test('the kind can be switched off in the notifications centre', async () => {
  const { by, titles } = await searcher()
  await by.call(preferencesRoutes.change, { body: { muted_notifications: ['search_match'] } })
  await market.publish({ priceMinor: 7500 })
  expect(await titles()).toEqual([])
})

test('a deleted search ends, and one of another account cannot be seen, changed or deleted', async () => {
  const { by, search, titles } = await searcher()
  const colleague = await market.addBuyer({ teamId: by.teamId })
  for (const other of [colleague, rival]) {
    const params = { search_id: search.id }
    expect((await other.call(savedSearchesRoutes.list)).data.data).toEqual([])
    expect((await other.call(savedSearchesRoutes.change, { params, body: { name: 'Mine' } })).status).toBe(
      404,
    )
    expect((await other.call(savedSearchesRoutes.remove, { params })).status).toBe(404)
  }
  await by.call(savedSearchesRoutes.remove, { params: { search_id: search.id } })
  await market.publish({ priceMinor: 7500 })
  expect([await titles(), (await by.call(savedSearchesRoutes.list)).data.data]).toEqual([[], []])
})

test('the list returns filters in the feed’s format', async () => {
  await market.publish({ section: 'Block 112' })
  const { by, search } = await searcher({
    'section_name[]': ['Block 112'],
    instant_download: '1',
    min_quantity: '1',
  })
  expect((await by.call(savedSearchesRoutes.list)).data.data).toEqual([search])
  expect(search).toMatchObject({
    name: 'Cheap pairs',
    event: { id: market.eventId },
    filter: { 'section_name[]': ['Block 112'], instant_download: '1', target_currency: 'GBP' },
    live: true,
    mail: false,
    state: 'active',
    last_alert_at: null,
  })
})

test.each([
  [{ filter: { proceed_price_min: '9.00', proceed_price_max: '8.00' } }, 'filter.proceed_price_max'],
  [{ filter: { min_quantity: '7' } }, 'filter.min_quantity'],
  [{ filter: { order_by: 'price' } }, 'filter.order_by'],
  [{ filter: { 'section_name[]': ['Nowhere'] } }, 'filter.section_name[]'],
  [{ filter: { 'category_name[]': ['999999'] } }, 'filter.category_name[]'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ event_id: 0 }, 'event_id'],
  [{ live: 'yes' }, 'live'],
])('%j is rejected by name and saves nothing', async (change, field) => {
  const by = await market.addBuyer()
  const response = await market.send(by, change)
  expect([response.statusCode, Object.keys(response.json().errors.fields)]).toEqual([422, [field]])
  expect((await by.call(savedSearchesRoutes.list)).data.data).toEqual([])
})

test('an unknown event, an ended one and an unknown currency are errors', async () => {
  const by = await market.addBuyer()
  const over = await addEvent(market.db, {
    venueId: market.venueId,
    startsAt: new Date(market.clock.now().getTime() - 1000),
  })
  const codeOf = async (change: object) => {
    const response = await market.send(by, change)
    return [response.statusCode, response.json().code]
  }
  expect(await codeOf({ event_id: 2_000_000_000 })).toEqual([404, 'event.not_found'])
  expect(await codeOf({ event_id: over })).toEqual([409, 'saved_search.event_over'])
  expect(await codeOf({ filter: { target_currency: 'XXX' } })).toEqual([422, 'currency.unknown'])
})

test(`an account has at most ${maxSavedSearches} searches`, async () => {
  const by = await market.addBuyer()
  await sql`
    insert into saved_searches (id, account_id, team_id, event_id, name, filter, currency, is_notified, is_emailed, created_at)
    select 'ssr_' || ${by.accountId} || n, ${by.accountId}, ${by.teamId}, ${market.eventId}, 'x',
      jsonb_build_object('min_quantity', n::text), 'GBP', false, false, now()
    from generate_series(1, ${maxSavedSearches - 1}) n`.execute(market.db)
  await market.save(by, { filter: { hospitality: '1' } })
  const response = await market.send(by, { filter: { instant_download: '1' } })
  expect([response.statusCode, response.json().code]).toEqual([409, 'saved_search.too_many'])
  expect(response.json().errors.title).toBe('You’ve reached the limit of 50 saved searches. Delete one first')
})

test('searches end when their event starts, and are deleted a month later', async () => {
  const by = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const search = await market.save(by, { event_id: eventId })
  const setStart = (days: number) =>
    sql`update events set starts_at = now() - make_interval(days => ${days}) where id = ${eventId}`.execute(
      market.db,
    )
  await setStart(1)
  expect((await by.call(savedSearchesRoutes.list)).data.data).toMatchObject([
    { id: search.id, state: 'ended' },
  ])
  await purgeEndedSearches(market.db)
  expect((await by.call(savedSearchesRoutes.list)).data.data).toHaveLength(1)
  await setStart(31)
  await purgeEndedSearches(market.db)
  expect((await by.call(savedSearchesRoutes.list)).data.data).toEqual([])
})

test('unread notifications of matches count', async () => {
  const { by } = await searcher()
  await market.publish({ priceMinor: 7500 })
  expect((await by.call(notificationsRoutes.unread)).data.data.unread).toBe(1)
})

test('prices and quantities that mean the same are the same search', async () => {
  const by = await market.addBuyer()
  const first = await market.save(by, { filter: { proceed_price_max: '80' } })
  const again = await market.save(by, { filter: { min_quantity: '6', proceed_price_max: '080.0' } })
  const third = await market.save(by, { filter: { min_quantity: '1', proceed_price_max: '80.00' } })
  expect([again.id, third.id]).toEqual([first.id, first.id])
  expect(third.filter).toEqual({ proceed_price_max: '80.00', target_currency: 'GBP' })
})

test('a pending match is not reported once the team itself holds its tickets', async () => {
  const { by, titles } = await searcher()
  await market.publish({ priceMinor: 7900 })
  const listingId = await market.publish({ priceMinor: 7000 })
  const { hold_id: holdId } = await market.hold(by, listingId, 4)
  await market.finish()
  market.clock.advance(matchCooldownMs)
  await sendPendingMatches(market.deps)
  await market.finish()
  expect(await titles()).toHaveLength(1)
  await market.release(by, holdId, 4)
  expect(await titles()).toHaveLength(1)
})

test('switching alerts off and on again drops the matches that were collected before', async () => {
  const { by, search, titles } = await searcher()
  for (const priceMinor of [7900, 7800]) await market.publish({ priceMinor })
  for (const live of [false, true])
    await by.call(savedSearchesRoutes.change, { params: { search_id: search.id }, body: { live } })
  // Simulates a job that runs before the event is handled.
  await sql`update saved_searches set has_baseline = false where id = ${search.id}`.execute(market.db)
  await sql`update saved_search_matches set is_pending = true where search_id = ${search.id}`.execute(
    market.db,
  )
  market.clock.advance(matchCooldownMs)
  await sendPendingMatches(market.deps)
  await market.finish()
  expect(await titles()).toHaveLength(1)
})

test('a pending match is still reported while the team holds only part of its tickets', async () => {
  const { by, titles } = await searcher()
  await market.publish({ priceMinor: 7900 })
  const listingId = await market.publish({ priceMinor: 7000 })
  await market.hold(by, listingId, 2)
  await market.finish()
  await market.publish({ priceMinor: 9900 })
  market.clock.advance(matchCooldownMs)
  await sendPendingMatches(market.deps)
  await market.finish()
  expect(await titles()).toHaveLength(2)
})
