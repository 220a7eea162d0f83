import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { quoteAnswer, wireOffer, wireVisitorQuote } from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

test('[X-QUOTE-20] a quote that is ordered shows what was bought as the client’s own, and promises nothing that is over', async () => {
  const offers = [wireOffer(), wireOffer({ id: 'off_2', section: 'Club 54', state: 'gone', quantities: [] })]
  answer(quotePageRoutes.details, () =>
    quoteAnswer(
      wireVisitorQuote({
        status: 'Ordered',
        is_open: false,
        is_price_locked: true,
        offers,
        answer: {
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
  const panel = within(await screen.findByRole('region', { name: 'Your answer' }))
  expect(panel.getByRole('heading', { name: 'Tickets ordered' })).toBeTruthy()
  expect(panel.getByRole('list', { name: 'What you accepted' }).textContent).toContain('2 tickets£272.00')
  expect(screen.getAllByText('No longer available')).toHaveLength(1)
  expect(screen.getByText(/^Prices include everything/).textContent).toBe('Prices include everything.')
  expect(screen.queryByRole('button', { name: /Accept|Decline|answer/ })).toBeNull()
})

test('[X-QUOTE-26] tickets that were bought at different prices say between which, and what they come to', async () => {
  const bought = wireOffer({
    quantity: 3,
    price: { amount: '110.00', currency: 'GBP' },
    highest_price: { amount: '132.00', currency: 'GBP' },
    total: { amount: '374.00', currency: 'GBP' },
    state: 'short',
    quantities: [1],
  })
  answer(quotePageRoutes.details, () =>
    quoteAnswer(wireVisitorQuote({ status: 'Ordered', is_open: false, offers: [bought] })),
  )
  await renderRoute('/quote/k3J9', { user: null })
  const offers = await screen.findByRole('list', { name: 'Offers' })
  expect(offers.textContent).toContain('£110.00 to £132.00each · £374.00 for 3')
  expect(offers.textContent).not.toContain('left of')
})
