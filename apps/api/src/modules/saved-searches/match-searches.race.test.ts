import { feedResponse, listingFilter } from '@terrace/contracts/listings'
import { savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { createSavedSearchMatcher } from '#api/modules/listings/index.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { buildSearchFixture, type SearchFixture } from '#api/test/fixtures/saved-search-fixture.ts'
import { createSavedSearchSubscriber, sendPendingMatches } from './match-searches.ts'
import { matchCooldownMs } from './saved-search.ts'

let market: SearchFixture
beforeAll(async () => {
  market = await buildSearchFixture()
})
afterAll(() => market.close())

const subscriber = () =>
  createSavedSearchSubscriber({ ...market.deps, matcher: createSavedSearchMatcher(market.deps) })

const changeOf = (listingId: string): OutboxRow => ({
  id: 1,
  xid: '1',
  topic: 'listing.updated',
  subject: listingId,
  payload: { eventId: market.eventId, listingId, version: 2 },
  occurred_at: new Date(),
})

test('concurrent saves of the same search store it once', async () => {
  const by = await market.addBuyer()
  const saved = await Promise.all([
    market.save(by, {}),
    market.save(by, { name: 'Again' }),
    market.save(by, {}),
  ])
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
  expect((await by.call(savedSearchesRoutes.list)).data.data).toHaveLength(1)
})

test('a match is reported once even if several processes handle the change', async () => {
  const by = await market.addBuyer()
  await market.save(by, {})
  const listingId = await market.list({ priceMinor: 5000 })
  market.deps.eventCache.invalidate(market.eventId)
  await Promise.all(
    Array.from({ length: 4 }, () =>
      inTransaction(market.db, (tx) => subscriber().handle(tx, [changeOf(listingId)])),
    ),
  )
  await market.finish()
  expect(await market.titles(by)).toEqual(['1 listing matches “Cheap pairs”'])
})

test('a match is not lost when the process dies before it commits', async () => {
  const by = await market.addBuyer()
  await market.save(by, {})
  const listingId = await market.list({ priceMinor: 5000 })
  market.deps.eventCache.invalidate(market.eventId)
  const dying = inTransaction(market.db, async (tx) => {
    await subscriber().handle(tx, [changeOf(listingId)])
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await market.finish()
  expect(await market.titles(by)).toEqual([])
  await inTransaction(market.db, (tx) => subscriber().handle(tx, [changeOf(listingId)]))
  await market.finish()
  expect(await market.titles(by)).toHaveLength(1)
})

test('collected matches are one message when two processes send them', async () => {
  const by = await market.addBuyer()
  await market.save(by, {})
  for (const priceMinor of [5000, 5100, 5200]) await market.publish({ priceMinor })
  market.clock.advance(matchCooldownMs)
  await Promise.all([sendPendingMatches(market.deps), sendPendingMatches(market.deps)])
  await market.finish()
  expect(await market.titles(by)).toEqual([
    '2 listings match “Cheap pairs”',
    '1 listing matches “Cheap pairs”',
  ])
})

test('a search that is deleted while a change is handled causes no error', async () => {
  const by = await market.addBuyer()
  const { id } = await market.save(by, {})
  const listingId = await market.list({ priceMinor: 5000 })
  market.deps.eventCache.invalidate(market.eventId)
  let handling: Promise<unknown> = Promise.resolve()
  await inTransaction(market.db, async (tx) => {
    await sql`delete from saved_searches where id = ${id}`.execute(tx)
    handling = inTransaction(market.db, (other) => subscriber().handle(other, [changeOf(listingId)]))
    await vi.waitFor(
      async () => {
        const { rows } =
          await sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`.execute(tx)
        expect(rows).not.toEqual([])
      },
      { timeout: 30_000 },
    )
  })
  await expect(handling).resolves.toBeUndefined()
  await market.finish()
  expect(await market.titles(by)).toEqual([])
})

test('a search matches exactly what the feed shows', { timeout: 120_000 }, async () => {
  const by = await market.addBuyer()
  const sections = ['Block 112', 'Block 7', 'Block 8']
  for (let number = 0; number < 40; number += 1) {
    await market.list({
      priceMinor: 1000 + ((number * 37) % 50) * 100,
      quantity: 1 + (number % 6),
      section: sections[number % 3] ?? '',
    })
  }
  await sql`update listings set hospitality = price_minor % 400 = 0, instant_download = price_minor % 500 = 0`.execute(
    market.db,
  )
  market.deps.eventCache.invalidate(market.eventId)
  const matcher = createSavedSearchMatcher(market.deps)
  const flag = fc.constantFrom(undefined, '1')
  const filters = fc.record(
    {
      min_quantity: fc.integer({ min: 1, max: 6 }).map(String),
      hospitality: flag,
      instant_download: flag,
      new_listings: flag,
      ticket_in_hand: flag,
      proceed_price_min: fc.integer({ min: 0, max: 30 }).map(String),
      proceed_price_max: fc.integer({ min: 31, max: 90 }).map(String),
      'section_name[]': fc.subarray(sections, { minLength: 1 }),
      my_listings: fc.constantFrom('all_listings', 'my_listings'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filters, async (drawn) => {
      const query = new URLSearchParams({ event_id: String(market.eventId), per_page: '200' })
      for (const [key, value] of Object.entries(drawn))
        for (const each of [value].flat()) if (each !== undefined) query.append(key, each)
      const response = await market.app.inject({
        url: `/api/tickets/feed?${query.toString()}`,
        headers: { authorization: `Bearer ${by.token}` },
      })
      const shown = feedResponse.parse(response.json()).data.map(({ id }) => id)
      const found = await matcher.match(market.eventId, 'all', [
        { filter: listingFilter.parse(drawn), currency: 'GBP', teamId: by.teamId },
      ])
      expect(found?.matching[0]?.map(({ listing }) => listing.id)).toEqual(shown)
    }),
    { numRuns: 60 },
  )
})
