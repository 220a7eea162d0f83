import { checkoutRoutes } from '@terrace/contracts/checkout'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from './build-market.ts'
import { addRates } from './factories.ts'
import { purchaseBody } from './purchase-body.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
})
afterAll(() => market.close())

async function oneOfEach() {
  const buyer = await market.addBuyer()
  // Named as publish-listing.ts names it.
  const listingId = await market.list({ id: market.deps.ids.next('lst') })
  const held = await market.hold(buyer, listingId, 1)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  const quoted = await buyer.call(quotesRoutes.generate, {
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

test('[X-API-13] the ids of listings, holds, quotes and orders are opaque strings, of which none follows from another', async () => {
  const [first, second] = [await oneOfEach(), await oneOfEach()]
  for (const [prefix, id] of Object.entries(first)) {
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`))
    // Neither counted up nor made from the time: hardly any letter stands where it stood.
    const other = Object.entries(second).find(([name]) => name === prefix)?.[1] ?? ''
    const [own, theirs] = [id.slice(prefix.length + 1), other.slice(prefix.length + 1)]
    expect([...own].filter((letter, index) => letter === theirs[index]).length).toBeLessThan(8)
  }
})
