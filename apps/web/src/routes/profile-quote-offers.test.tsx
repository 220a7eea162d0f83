import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { wireOfferPart, wireQuoteOffer, wireQuotes, wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

/** The offers of a quote as its broker reads them. */

beforeEach(() => {
  answerShell()
  answer(quotesRoutes.list, () => wireQuotes())
})

async function offersOf(given: Partial<WireQuoteWhole>) {
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole(given) }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  return screen.findByRole('region', { name: 'Offers' })
}

test('[X-QUOTE-26] where nobody can tell what a ticket costs nothing is shown as its cost', async () => {
  const bought = wireOfferPart({ quantity: 1, kind: 'bought', cost: null, net: null })
  const gone = wireOfferPart({ cost: null, net: null })
  const offers = await offersOf({
    status: 'Ordered',
    offers: [
      wireQuoteOffer({ quantity: 1, bought: 1, parts: [bought] }),
      wireQuoteOffer({ id: 'off_2', quantity: 3, bought: 1, parts: [bought, gone] }),
    ],
  })
  expect(within(offers).getAllByText(/^Fee/)).toHaveLength(3)
  expect(offers.textContent).not.toContain('Cost')
})

test('[X-QUOTE-02] an offer that is held in part says that the rest has got dearer', async () => {
  const offers = await offersOf({
    price_mode: 'locked',
    offers: [wireQuoteOffer({ hold_id: 'hld_1', is_dearer: true })],
  })
  expect(within(offers).getByText('Dearer now')).toBeTruthy()
})

test('[X-QUOTE-16] [X-QUOTE-20] what the client accepted and cannot be had any more is told before anything is bought', async () => {
  const gone = { state: 'gone', available: 0 } as const
  await offersOf({
    status: 'Accepted',
    offers: [
      wireQuoteOffer({ accepted: 2 }),
      wireQuoteOffer({ id: 'off_2', accepted: 3, ...gone }),
      wireQuoteOffer({ id: 'off_3', accepted: 0, ...gone }),
    ],
  })
  expect(screen.getByText(/^3 tickets that the client accepted can no longer be had/)).toBeTruthy()
})

test('[X-QUOTE-20] of what is ordered, or was not chosen, nothing is missed', async () => {
  await offersOf({
    status: 'Accepted',
    offers: [wireQuoteOffer({ accepted: 1 }), wireQuoteOffer({ id: 'off_2', accepted: 0, state: 'gone' })],
  })
  expect(screen.queryByText(/can no longer be had/)).toBeNull()
})
