import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { quoteDetailsResponse, wireOffer, wireClientQuote } from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

test('[X-QUOTE-20] an ordered quote shows the client’s tickets and no outdated promises', async () => {
  const offers = [
    wireOffer(),
    wireOffer({ id: 'off_2', section: 'Club 54', state: 'unavailable', quantities: [] }),
  ]
  mockRoute(quotePageRoutes.details, () =>
    quoteDetailsResponse(
      wireClientQuote({
        status: 'Ordered',
        is_open: false,
        is_price_locked: true,
        offers,
        response: {
          kind: 'accepted',
          at: '2026-11-22T07:00:00.000Z',
          name: 'Ada',
          offers: [{ offer_id: 'off_1', quantity: 2 }],
          held_until: null,
        },
      }),
    ),
  )
  await renderRoute('/quote/k3J9', { user: null })
  const panel = within(await screen.findByRole('region', { name: 'Your response' }))
  expect(panel.getByRole('heading', { name: 'Tickets ordered' })).toBeTruthy()
  expect(panel.getByRole('list', { name: 'Accepted offers' }).textContent).toContain('2 tickets£272.00')
  expect(screen.getAllByText('No longer available')).toHaveLength(1)
  expect(screen.getByText(/^Prices include all fees/).textContent).toBe('Prices include all fees.')
  expect(screen.queryByRole('button', { name: /Accept|Decline|response/ })).toBeNull()
})

test('[X-QUOTE-26] tickets bought at different prices show the price range and the total', async () => {
  const bought = wireOffer({
    quantity: 3,
    price: { amount: '110.00', currency: 'GBP' },
    highest_price: { amount: '132.00', currency: 'GBP' },
    total: { amount: '374.00', currency: 'GBP' },
    state: 'short',
    quantities: [1],
  })
  mockRoute(quotePageRoutes.details, () =>
    quoteDetailsResponse(wireClientQuote({ status: 'Ordered', is_open: false, offers: [bought] })),
  )
  await renderRoute('/quote/k3J9', { user: null })
  const offers = await screen.findByRole('list', { name: 'Offers' })
  expect(offers.textContent).toContain('£110.00 to £132.00each · £374.00 for 3')
  expect(offers.textContent).not.toContain('left of')
})
