import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/build-test-app.ts'
import { addEvent } from '#api/test/factories.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import { createTrackedMarks } from './tracked-marks.ts'

let market: TrackingMarket
let elsewhere: TestApp
beforeAll(async () => {
  market = await buildTrackingMarket()
  elsewhere = await buildTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await elsewhere.close()
  await market.close()
})

test('an account’s marks are told by event, and by this process at once', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const otherEvent = await addEvent(market.db, { venueId: market.venueId })
  const [here, there] = [await market.list(), await market.list({ eventId: otherEvent })]
  const { tracked } = market.deps
  expect(await tracked.of(buyer.accountId, [market.eventId])).toEqual([])
  await market.track(buyer, here)
  await market.track(buyer, there)
  expect(await tracked.of(buyer.accountId, [market.eventId])).toEqual([here])
  expect((await tracked.of(buyer.accountId, [otherEvent, market.eventId])).toSorted()).toEqual(
    [here, there].toSorted(),
  )
  expect(await tracked.of(colleague.accountId, [market.eventId, otherEvent])).toEqual([])
  await market.track(buyer, here, 'No')
  expect(await tracked.of(buyer.accountId, [market.eventId])).toEqual([])
})

test('another process hears of a mark by the outbox', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const marks = () => elsewhere.deps.tracked.of(buyer.accountId, [market.eventId])
  expect(await marks()).toEqual([])
  for (const status of ['yes', 'No'] as const) {
    await market.track(buyer, listingId, status)
    await elsewhere.deps.outbox.drain()
    expect(await marks()).toEqual(status === 'yes' ? [listingId] : [])
  }
})

test('a reading that began before a change is not remembered', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const { tracked } = market.deps
  const early = tracked.of(buyer.accountId, [market.eventId])
  await market.track(buyer, listingId)
  await early
  expect(await tracked.of(buyer.accountId, [market.eventId])).toEqual([listingId])
})

test('a reading that failed is not remembered', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  await market.track(buyer, listingId)
  const marks = createTrackedMarks(market.deps)
  await sql`alter table tracked_listings rename to away`.execute(market.db)
  await expect(marks.of(buyer.accountId, [market.eventId])).rejects.toThrow('does not exist')
  await sql`alter table away rename to tracked_listings`.execute(market.db)
  expect(await marks.of(buyer.accountId, [market.eventId])).toEqual([listingId])
})
