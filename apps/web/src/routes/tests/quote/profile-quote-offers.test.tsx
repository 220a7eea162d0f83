import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireOfferPart, wireQuoteOffer, wireQuotes, wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

/** Returns the offer texts that the broker sees. */

beforeEach(() => {
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes())
})

async function offersOf(overrides: Partial<WireQuoteDetail>) {
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail(overrides) }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  return screen.findByRole('region', { name: 'Offers' })
}

test('[X-QUOTE-26] an offer without a known price shows no cost', async () => {
  const bought = wireOfferPart({ quantity: 1, kind: 'bought', cost: null, net: null })
  const unavailable = wireOfferPart({ cost: null, net: null })
  const offers = await offersOf({
    status: 'Ordered',
    offers: [
      wireQuoteOffer({ quantity: 1, bought: 1, parts: [bought] }),
      wireQuoteOffer({ id: 'off_2', quantity: 3, bought: 1, parts: [bought, unavailable] }),
    ],
  })
  expect(within(offers).getAllByText(/^Fee/)).toHaveLength(3)
  expect(offers.textContent).not.toContain('Cost')
})

test('[X-QUOTE-02] a partly held offer shows that the remaining tickets cost more', async () => {
  const offers = await offersOf({
    price_mode: 'locked',
    offers: [wireQuoteOffer({ hold_id: 'hld_1', price_increased: true })],
  })
  expect(within(offers).getByText('Price increased')).toBeTruthy()
})

test('[X-QUOTE-16] [X-QUOTE-20] accepted offers that became unavailable are shown before the purchase', async () => {
  const unavailable = { state: 'unavailable', available: 0 } as const
  await offersOf({
    status: 'Accepted',
    offers: [
      wireQuoteOffer({ accepted: 2 }),
      wireQuoteOffer({ id: 'off_2', accepted: 3, ...unavailable }),
      wireQuoteOffer({ id: 'off_3', accepted: 0, ...unavailable }),
    ],
  })
  expect(screen.getByText(/^3 tickets accepted by the client can no longer be bought/)).toBeTruthy()
})

test('[X-QUOTE-20] ordered or unselected offers show no missing tickets', async () => {
  await offersOf({
    status: 'Accepted',
    offers: [
      wireQuoteOffer({ accepted: 1 }),
      wireQuoteOffer({ id: 'off_2', accepted: 0, state: 'unavailable' }),
    ],
  })
  expect(screen.queryByText(/can no longer be bought/)).toBeNull()
})
