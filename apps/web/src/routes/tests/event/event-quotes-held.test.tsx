import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const perEuro = (amount: string) => ({ amount, currency: 'EUR' })

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(listingsRoutes.feed, ({ query }) => {
    const found = [wireListing()]
    if (query.get('target_currency') !== 'EUR') return wireFeed(found, { facets: wireFacets(found) })
    const euros = found.map((listing) => ({ ...listing, proceed_price: perEuro('140.00') }))
    return wireFeed(euros, { currency: 'EUR' })
  })
})

const openBasket = async () => within(await screen.findByRole('region', { name: 'Basket' }))

async function quoteHeldTickets() {
  await renderRoute(address)
  const basket = await openBasket()
  await userEvent.click(basket.getAllByRole('button', { name: 'Quote' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Commission/ }), '10')
  return dialog
}

test('[X-QUOTE-05] [QUOTE-04] held tickets are quoted at their frozen price', async () => {
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold({ price: gbp('100.00'), service_fee: gbp('5.00') })))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail({ scope: 'holds' }) }))
  const dialog = await quoteHeldTickets()
  expect(dialog.getByLabelText('Totals').textContent).toContain('Client pays£220.00')
  await userEvent.click(dialog.getByRole('button', { name: 'Create quote' }))
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ hold_ids: ['hld_1'] })
  expect(sent[0]?.body).not.toHaveProperty('listings')
})

test('tickets that are being released cannot be quoted', async () => {
  const releasing = { quantity: 2, release_at: new Date(Date.now() + 5000).toISOString() }
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold({ quantity: 2, releasing })))
  await renderRoute(address)
  const basket = await openBasket()
  await basket.findByText(/releasing…/)
  expect(basket.queryByRole('button', { name: 'Quote' })).toBeNull()
  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Basket' }))
  expect(dialog.queryByRole('button', { name: 'Quote' })).toBeNull()
})

test('[X-QUOTE-05] in another currency held tickets show their quote cost, not the current price', async () => {
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold({ price: gbp('100.00'), service_fee: gbp('5.00') })))
  const requests = mockRoute(quoteCreationRoutes.heldCosts, () => ({
    data: [{ hold_id: 'hld_1', cost: perEuro('118.00'), service_fee: perEuro('5.90') }],
  }))
  const dialog = await quoteHeldTickets()
  await userEvent.click(dialog.getByRole('button', { name: /Currency/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(await preview.findByText('€129.80')).toBeTruthy()
  expect(preview.getByLabelText('Totals').textContent).toContain('Client pays€259.60')
  expect(requests[0]?.query.get('currency_to_display')).toBe('EUR')
})
