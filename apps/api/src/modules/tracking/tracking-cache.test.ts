import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import { createTrackingCache } from './tracking-cache.ts'

let market: TrackingFixture
let otherApp: TestApp
beforeAll(async () => {
  market = await buildTrackingFixture()
  otherApp = await buildTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await otherApp.close()
  await market.close()
})

test('tracked listings are grouped by event, and own changes are visible immediately', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const otherEvent = await addEvent(market.db, { venueId: market.venueId })
  const [here, there] = [await market.list(), await market.list({ eventId: otherEvent })]
  const { tracked } = market.deps
  expect(await tracked.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual([])
  await market.track(buyer, here)
  await market.track(buyer, there)
  expect(await tracked.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual([here])
  expect((await tracked.idsTrackedBy(buyer.accountId, [otherEvent, market.eventId])).toSorted()).toEqual(
    [here, there].toSorted(),
  )
  expect(await tracked.idsTrackedBy(colleague.accountId, [market.eventId, otherEvent])).toEqual([])
  await market.track(buyer, here, 'No')
  expect(await tracked.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual([])
})

test('another process learns of changes through the outbox', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const readTracked = () => otherApp.deps.tracked.idsTrackedBy(buyer.accountId, [market.eventId])
  expect(await readTracked()).toEqual([])
  for (const status of ['yes', 'No'] as const) {
    await market.track(buyer, listingId, status)
    await otherApp.deps.outbox.drain()
    expect(await readTracked()).toEqual(status === 'yes' ? [listingId] : [])
  }
})

test('a load that started before a change is not cached', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const { tracked } = market.deps
  const early = tracked.idsTrackedBy(buyer.accountId, [market.eventId])
  await market.track(buyer, listingId)
  await early
  expect(await tracked.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual([listingId])
})

test('a failed load is not cached', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  await market.track(buyer, listingId)
  const cache = createTrackingCache(market.deps)
  await sql`alter table tracked_listings rename to away`.execute(market.db)
  await expect(cache.idsTrackedBy(buyer.accountId, [market.eventId])).rejects.toThrow('does not exist')
  await sql`alter table away rename to tracked_listings`.execute(market.db)
  expect(await cache.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual([listingId])
})
