import { holdsRoutes } from '@terrace/contracts/holds'
import { trackedRoutes, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type Caller } from '#api/test/build-test-app.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import { newsFrom } from '../realtime/forward-events.ts'
import { reviseListing } from '../supply/index.ts'
import { tellWaiting } from './follow-listings.ts'
import { quietMs } from './judge-mark.ts'

let market: TrackingMarket
let broker: Caller
beforeAll(async () => {
  market = await buildTrackingMarket()
  broker = await market.addBuyer()
})
// Holds end by the database's clock, from which this one must not run too far ahead.
beforeEach(() => market.clock.set(new Date()))
afterAll(() => market.close())

/** Somebody who tracks a new listing of ten tickets at £90.00. */
async function tracker(quantity = 10) {
  const by = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000, quantity })
  await market.track(by, listingId)
  return {
    by,
    listingId,
    told: async () =>
      (await market.alerts(by)).map(({ kind, price_before, price_now, available }) =>
        kind === 'price_drop' ? `${price_before.amount} → ${price_now.amount}` : `${available} left`,
      ),
  }
}

async function hold(by: Caller, listingId: string, quantity: number): Promise<string> {
  const { hold_id: holdId } = await market.hold(by, listingId, quantity)
  await market.settle()
  return holdId
}

async function release(by: Caller, holdId: string, quantity: number): Promise<void> {
  await by.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity }] })
  await market.settle()
}

test('[X-TRACK-01] a price drop is told once, with event, place and the prices then, before and now', async () => {
  const { by, listingId, told } = await tracker()
  await market.revise(listingId, { priceMinor: 9500 })
  expect(await told()).toEqual([])
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await market.alerts(by)).toMatchObject([
    {
      kind: 'price_drop',
      listing_id: listingId,
      event: { id: market.eventId },
      section: 'Block 112',
      row: '22',
      price_then: { amount: '90.00', currency: 'GBP' },
      price_before: { amount: '95.00', currency: 'GBP' },
      price_now: { amount: '80.00', currency: 'GBP' },
    },
  ])
  // Other changes of the listing say nothing of its price.
  market.clock.advance(quietMs)
  await hold(broker, listingId, 1)
  expect(await told()).toEqual(['95.00 → 80.00'])
})

test('[X-TRACK-01] low stock is told once for each time that it falls to the threshold', async () => {
  const { listingId, told } = await tracker(4)
  const first = await hold(broker, listingId, 2)
  expect(await told()).toEqual(['2 left'])
  const second = await hold(broker, listingId, 1)
  expect(await told()).toEqual(['2 left'])
  await release(broker, second, 1)
  await release(broker, first, 2)
  market.clock.advance(quietMs)
  await hold(broker, listingId, 3)
  expect(await told()).toEqual(['2 left', '1 left'])
})

test('[X-TRACK-01] what the tracker’s own team holds is not taken from it', async () => {
  const { by, listingId, told } = await tracker(4)
  await hold(await market.addBuyer({ teamId: by.teamId, teamRole: 'member' }), listingId, 3)
  expect(await told()).toEqual([])
  await hold(broker, listingId, 1)
  expect(await told()).toEqual([])
})

test('[X-TRACK-01] many changes in a short time are told at once and then as what they came to', async () => {
  const { listingId, told } = await tracker()
  await market.revise(listingId, { priceMinor: 8900 })
  for (const priceMinor of [8800, 8700, 8600, 8650]) await market.revise(listingId, { priceMinor })
  expect(await told()).toEqual(['90.00 → 89.00'])
  await tellWaiting(market.deps)
  expect(await told()).toEqual(['90.00 → 89.00'])
  market.clock.advance(quietMs)
  expect(await tellWaiting(market.deps)).toBe(1)
  expect(await told()).toEqual(['90.00 → 89.00', '89.00 → 86.50'])
  expect(await tellWaiting(market.deps)).toBe(0)
})

test('[X-TRACK-01] a drop that is taken back while it waits is never told', async () => {
  const { listingId, told } = await tracker()
  for (const priceMinor of [8900, 8000, 8950]) await market.revise(listingId, { priceMinor })
  market.clock.advance(quietMs)
  await tellWaiting(market.deps)
  expect(await told()).toEqual(['90.00 → 89.00'])
})

test('[X-TRACK-01] two hundred changes at once are one word', async () => {
  const { listingId, told } = await tracker()
  for (let minor = 8999; minor > 8800; minor -= 1) {
    await reviseListing(market, { listingId, priceMinor: minor })
  }
  await market.settle()
  expect((await told()).length).toBeLessThanOrEqual(1)
  market.clock.advance(quietMs)
  await tellWaiting(market.deps)
  expect((await told()).at(-1)).toMatch(/→ 88.01$/)
})

test('[X-TRACK-01] settings decide of what one is told and by which threshold', async () => {
  const { by, listingId, told } = await tracker()
  const change = (body: WireTrackingSettings) => by.call(trackedRoutes.changeSettings, { body })
  await change({
    price_drop: { live: false, mail: true },
    low_stock: { live: true, mail: false, at_most: 5 },
  })
  await market.revise(listingId, { priceMinor: 8000 })
  await hold(broker, listingId, 5)
  expect(await told()).toEqual(['5 left'])
  await change({
    price_drop: { live: false, mail: false },
    low_stock: { live: false, mail: false, at_most: 5 },
  })
  market.clock.advance(quietMs)
  await market.revise(listingId, { priceMinor: 7000 })
  await change({ price_drop: { live: true, mail: true }, low_stock: { live: true, mail: true, at_most: 5 } })
  await market.revise(listingId, { quantity: 9 })
  expect(await told()).toEqual(['5 left'])
})

test('[X-TRACK-01] nothing waits for an account that is suspended meanwhile, until it may log in again', async () => {
  const { by, listingId } = await tracker()
  for (const priceMinor of [8900, 8800]) await market.revise(listingId, { priceMinor })
  expect(await tellWaiting(market.deps)).toBe(0)
  market.clock.advance(quietMs)
  const change = (status: 'suspended' | 'active') =>
    market.db.updateTable('accounts').set({ status }).where('id', '=', by.accountId).execute()
  await change('suspended')
  expect(await tellWaiting(market.deps)).toBe(0)
  await change('active')
  expect(await tellWaiting(market.deps)).toBe(1)
})

test('[X-TRACK-01] who has stopped tracking hears nothing, nor do those whose account is suspended', async () => {
  const { by, listingId, told } = await tracker()
  const suspended = await market.addBuyer()
  await market.track(suspended, listingId)
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.accountId)
    .execute()
  await market.track(by, listingId, 'No')
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await told()).toEqual([])
  const { rows } = await sql`select 1 from tracking_alerts where listing_id = ${listingId}`.execute(market.db)
  expect(rows).toEqual([])
})

test('[X-TRACK-01] a seller who tracks a listing of their own hears of their own reprice', async () => {
  const seller = await market.addBuyer()
  const listingId = await market.list({ sellerTeamId: seller.teamId, priceMinor: 9000 })
  await market.track(seller, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await market.alerts(seller)).toHaveLength(1)
})

test('[X-TRACK-01] a listing that is back cheaper than it went is told as a drop', async () => {
  const { listingId, told } = await tracker()
  await market.withdraw(listingId)
  expect(await told()).toEqual([])
  await market.db.updateTable('listings').set({ price_minor: 7000 }).where('id', '=', listingId).execute()
  await market.publishAgain(listingId)
  expect(await told()).toEqual(['90.00 → 70.00'])
})

test('[X-TRACK-01] what happened while no process ran is told once, whichever starts first', async () => {
  const before = await buildTrackingMarket()
  const by = await before.addBuyer()
  const listingId = await before.list({ priceMinor: 9000 })
  await before.track(by, listingId)
  await before.deps.outbox.drain()
  await before.deps.outbox.stop()
  await reviseListing(before, { listingId, priceMinor: 8000 })
  const { databaseUrl } = before.deps.config
  const processes = await Promise.all([buildTestApp({ databaseUrl }), buildTestApp({ databaseUrl })])
  try {
    await Promise.all(processes.map(({ deps }) => deps.outbox.drain()))
    expect(await before.alerts(by)).toHaveLength(1)
    expect((await before.tracked(by))[0]?.history).toHaveLength(2)
  } finally {
    for (const each of processes) await each.close()
    await before.close()
  }
})

test('[X-TRACK-01] an alert is news on the channel of the team, and asks who hears it to look', () => {
  expect(newsFrom([{ topic: 'tracking.alerted', payload: { accountId: 'usr_1', teamId: 'tm_1' } }])).toEqual([
    { channel: 'private-team-tm_1', event: 'tracking-news' },
  ])
})
