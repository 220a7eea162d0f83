import { notificationsRoutes } from '@terrace/contracts/notifications'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: TrackingFixture
beforeAll(async () => {
  market = await buildTrackingFixture()
})
afterAll(() => market.close())

async function listed(by: Caller) {
  // The alert is itself an event that the first pass writes.
  await market.finish()
  await market.finish()
  return (await by.call(notificationsRoutes.list)).data.data
}

test('a price drop of a tracked listing notifies the tracking account, with a link', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await market.list({ priceMinor: 8500 })
  await market.track(buyer, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  const [notification] = await listed(buyer)
  expect(notification).toMatchObject({ kind: 'price_drop', title: 'Price drop: £84.00 all-in, was £89.25' })
  expect(notification?.link).toMatch(new RegExp(`/${market.eventId}#${listingId}$`))
  expect(await listed(colleague)).toEqual([])
})

test('an alert that the account receives by email only is not listed', async () => {
  const buyer = await market.addBuyer()
  await buyer.call(trackedListingsRoutes.changeSettings, {
    body: {
      price_drop: { live: false, mail: true },
      low_stock: { live: false, mail: false, max_tickets: 2 },
    },
  })
  const listingId = await market.list({ priceMinor: 8500 })
  await market.track(buyer, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  expect(await listed(buyer)).toEqual([])
})
