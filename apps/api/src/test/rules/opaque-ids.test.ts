import { checkoutRoutes } from '@terrace/contracts/checkout'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '../fixtures/marketplace-fixture.ts'
import { addRates } from '../fixtures/factories.ts'
import { purchaseBody } from '../fixtures/purchase-body.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
})
afterAll(() => market.close())

async function oneOfEach() {
  const buyer = await market.addBuyer()
  // Same id format as publish-listing.ts.
  const listingId = await market.list({ id: market.deps.ids.next('lst') })
  const held = await market.hold(buyer, listingId, 1)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  const quoted = await buyer.call(quoteCreationRoutes.generate, {
    body: {
      event_id: market.eventId,
      title: 'For a client',
      quote_expiry: 2,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '5',
    },
  })
  return {
    lst: held.listing_id,
    hld: held.hold_id,
    ord: bought.data.data.order?.id ?? '',
    qt: quoted.data.data.id,
  }
}

test('[X-API-13] ids of listings, holds, quotes and orders are opaque and unpredictable', async () => {
  const [first, second] = [await oneOfEach(), await oneOfEach()]
  for (const [prefix, id] of Object.entries(first)) {
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`))
    // Neither sequential nor time-based: hardly any character repeats in its position.
    const other = Object.entries(second).find(([name]) => name === prefix)?.[1] ?? ''
    const [random, theirs] = [id.slice(prefix.length + 1), other.slice(prefix.length + 1)]
    expect([...random].filter((message, index) => message === theirs[index]).length).toBeLessThan(8)
  }
})
