import { holdsRoutes } from '@terrace/contracts/holds'
import { trackedListingsRoutes, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type Caller } from '#api/test/harness/build-test-app.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import { teamMessagesFrom } from '#api/modules/realtime/team-messages.ts'
import { updateListingAsOperator } from '#api/modules/supply/index.ts'
import { sendPendingAlerts } from './update-tracked-listings.ts'
import { alertCooldownMs } from './evaluate-alerts.ts'

let market: TrackingFixture
let broker: Caller
beforeAll(async () => {
  market = await buildTrackingFixture()
  broker = await market.addBuyer()
})
// Holds expire by the database clock, so the test clock must stay close to it.
beforeEach(() => market.clock.set(new Date()))
afterAll(() => market.close())

/** Returns a buyer who tracks a new listing at £90.00, ten tickets by default. */
async function tracker(quantity = 10) {
  const by = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000, quantity })
  await market.track(by, listingId)
  return {
    by,
    listingId,
    alertTexts: async () =>
      (await market.alerts(by)).map(({ kind, price_before, current_price, available }) =>
        kind === 'price_drop' ? `${price_before.amount} → ${current_price.amount}` : `${available} left`,
      ),
  }
}

async function hold(by: Caller, listingId: string, quantity: number): Promise<string> {
  const { hold_id: holdId } = await market.hold(by, listingId, quantity)
  await market.finish()
  return holdId
}

async function release(by: Caller, holdId: string, quantity: number): Promise<void> {
  await by.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity }] })
  await market.finish()
}

test('[X-TRACK-01] a price drop is sent once, with event, seats and previous and current prices', async () => {
  const { by, listingId, alertTexts } = await tracker()
  await market.revise(listingId, { priceMinor: 9500 })
  expect(await alertTexts()).toEqual([])
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await market.alerts(by)).toMatchObject([
    {
      kind: 'price_drop',
      listing_id: listingId,
      event: { id: market.eventId },
      section: 'Block 112',
      row: '22',
      price_when_tracked: { amount: '90.00', currency: 'GBP' },
      price_before: { amount: '95.00', currency: 'GBP' },
      current_price: { amount: '80.00', currency: 'GBP' },
    },
  ])
  // Other changes of the listing don't affect its price.
  market.clock.advance(alertCooldownMs)
  await hold(broker, listingId, 1)
  expect(await alertTexts()).toEqual(['95.00 → 80.00'])
})

test('[X-TRACK-01] low stock is sent once per crossing of the threshold', async () => {
  const { listingId, alertTexts } = await tracker(4)
  const first = await hold(broker, listingId, 2)
  expect(await alertTexts()).toEqual(['2 left'])
  const second = await hold(broker, listingId, 1)
  expect(await alertTexts()).toEqual(['2 left'])
  await release(broker, second, 1)
  await release(broker, first, 2)
  market.clock.advance(alertCooldownMs)
  await hold(broker, listingId, 3)
  expect(await alertTexts()).toEqual(['2 left', '1 left'])
})

test('[X-TRACK-01] tickets held by the tracker’s own team don’t reduce its stock', async () => {
  const { by, listingId, alertTexts } = await tracker(4)
  await hold(await market.addBuyer({ teamId: by.teamId, teamRole: 'member' }), listingId, 3)
  expect(await alertTexts()).toEqual([])
  await hold(broker, listingId, 1)
  expect(await alertTexts()).toEqual([])
})

test('[X-TRACK-01] the first of many changes is sent immediately, the rest as one alert', async () => {
  const { listingId, alertTexts } = await tracker()
  await market.revise(listingId, { priceMinor: 8900 })
  for (const priceMinor of [8800, 8700, 8600, 8650]) await market.revise(listingId, { priceMinor })
  expect(await alertTexts()).toEqual(['90.00 → 89.00'])
  await sendPendingAlerts(market.deps)
  expect(await alertTexts()).toEqual(['90.00 → 89.00'])
  market.clock.advance(alertCooldownMs)
  expect(await sendPendingAlerts(market.deps)).toBe(1)
  expect(await alertTexts()).toEqual(['90.00 → 89.00', '89.00 → 86.50'])
  expect(await sendPendingAlerts(market.deps)).toBe(0)
})

test('[X-TRACK-01] a pending price drop that is reverted is not sent', async () => {
  const { listingId, alertTexts } = await tracker()
  for (const priceMinor of [8900, 8000, 8950]) await market.revise(listingId, { priceMinor })
  market.clock.advance(alertCooldownMs)
  await sendPendingAlerts(market.deps)
  expect(await alertTexts()).toEqual(['90.00 → 89.00'])
})

test('[X-TRACK-01] two hundred simultaneous changes send one notification', async () => {
  const { listingId, alertTexts } = await tracker()
  for (let minor = 8999; minor > 8800; minor -= 1) {
    await updateListingAsOperator(market, { listingId, priceMinor: minor })
  }
  await market.finish()
  expect((await alertTexts()).length).toBeLessThanOrEqual(1)
  market.clock.advance(alertCooldownMs)
  await sendPendingAlerts(market.deps)
  expect((await alertTexts()).at(-1)).toMatch(/→ 88.01$/)
})

test('[X-TRACK-01] settings decide which alerts are sent and at which threshold', async () => {
  const { by, listingId, alertTexts } = await tracker()
  const change = (body: WireTrackingSettings) => by.call(trackedListingsRoutes.changeSettings, { body })
  await change({
    price_drop: { live: false, mail: true },
    low_stock: { live: true, mail: false, max_tickets: 5 },
  })
  await market.revise(listingId, { priceMinor: 8000 })
  await hold(broker, listingId, 5)
  expect(await alertTexts()).toEqual(['5 left'])
  await change({
    price_drop: { live: false, mail: false },
    low_stock: { live: false, mail: false, max_tickets: 5 },
  })
  market.clock.advance(alertCooldownMs)
  await market.revise(listingId, { priceMinor: 7000 })
  await change({
    price_drop: { live: true, mail: true },
    low_stock: { live: true, mail: true, max_tickets: 5 },
  })
  await market.revise(listingId, { quantity: 9 })
  expect(await alertTexts()).toEqual(['5 left'])
})

test('[X-TRACK-01] pending alerts of a suspended account wait until it is reactivated', async () => {
  const { by, listingId } = await tracker()
  for (const priceMinor of [8900, 8800]) await market.revise(listingId, { priceMinor })
  expect(await sendPendingAlerts(market.deps)).toBe(0)
  market.clock.advance(alertCooldownMs)
  const change = (status: 'suspended' | 'active') =>
    market.db.updateTable('accounts').set({ status }).where('id', '=', by.accountId).execute()
  await change('suspended')
  expect(await sendPendingAlerts(market.deps)).toBe(0)
  await change('active')
  expect(await sendPendingAlerts(market.deps)).toBe(1)
})

test('[X-TRACK-01] no alerts after tracking stopped or the account was suspended', async () => {
  const { by, listingId, alertTexts } = await tracker()
  const suspended = await market.addBuyer()
  await market.track(suspended, listingId)
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.accountId)
    .execute()
  await market.track(by, listingId, 'No')
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await alertTexts()).toEqual([])
  const { rows } = await sql`select 1 from tracking_alerts where listing_id = ${listingId}`.execute(market.db)
  expect(rows).toEqual([])
})

test('[X-TRACK-01] a seller who tracks their own listing is alerted to their own price drop', async () => {
  const seller = await market.addBuyer()
  const listingId = await market.list({ sellerTeamId: seller.teamId, priceMinor: 9000 })
  await market.track(seller, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await market.alerts(seller)).toHaveLength(1)
})

test('[X-TRACK-01] a listing that returns at a lower price sends a price drop', async () => {
  const { listingId, alertTexts } = await tracker()
  await market.withdraw(listingId)
  expect(await alertTexts()).toEqual([])
  await market.db.updateTable('listings').set({ price_minor: 7000 }).where('id', '=', listingId).execute()
  await market.relist(listingId)
  expect(await alertTexts()).toEqual(['90.00 → 70.00'])
})

test('[X-TRACK-01] changes during downtime are sent once, whichever process starts first', async () => {
  const before = await buildTrackingFixture()
  const by = await before.addBuyer()
  const listingId = await before.list({ priceMinor: 9000 })
  await before.track(by, listingId)
  await before.deps.outbox.drain()
  await before.deps.outbox.stop()
  await updateListingAsOperator(before, { listingId, priceMinor: 8000 })
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

test('[X-TRACK-01] an alert publishes a change event on the team’s private channel', () => {
  expect(
    teamMessagesFrom([{ topic: 'tracking.alerted', payload: { accountId: 'usr_1', teamId: 'tm_1' } }]),
  ).toEqual([{ channel: 'private-team-tm_1', event: 'tracking-changed' }])
})
