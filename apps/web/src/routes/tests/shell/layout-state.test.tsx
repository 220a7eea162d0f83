import { accountsRoutes } from '@terrace/contracts/accounts'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkoutState, initialCheckoutState, resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { layoutState } from '#web/lib/layout-state.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import { wireOrder, wireOrderDetail } from '#web/test/factories.ts'
import { wireQuoteDetail } from '#web/test/quote-factories.ts'
import { quoteDetailsResponse, wireClientQuote } from '#web/test/quote-page-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { wireCurrentUser, wireUser } from '#web/test/user-factory.ts'

/*
 * Shared layout state (spec §3) has one home per part: the URL for search, filters, profile tab and checkout quote;
 * the query cache for lists and counts; the checkout store for the purchase; the layout store for the page's flags.
 */

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

beforeEach(() => {
  mockShell()
  resetCheckout()
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 7, quote_count: 2 } }))
})

test('[SESSION-12] filters, lists, profile tab and counts agree in every part of the page', async () => {
  const requests = mockRoute(ordersRoutes.list, () => ({
    data: [wireOrder()],
    meta: { total: 1, page: 1, per_page: 20, last_page: 1 },
  }))
  mockRoute(ordersRoutes.one, () => ({ data: wireOrderDetail() }))
  await renderRoute('/profile?tab=purchases&q=emirates')
  const nav = within(await screen.findByRole('navigation', { name: 'Profile' }))
  expect(nav.getByRole('link', { name: /Purchases/ }).getAttribute('aria-current')).toBe('page')
  expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search purchases' })).value).toBe(
    'emirates',
  )
  await waitFor(() => expect(nav.getByRole('link', { name: /Purchases/ }).textContent).toContain('7'))
  expect(screen.getByRole('button', { name: /Your account/ }).textContent).toContain('7 orders and 2 quotes')
  await userEvent.click(await screen.findByRole('link', { name: /T-100482/ }))
  expect(await screen.findByRole('region', { name: 'Order T-100482' })).toBeTruthy()
  // The list shown next to the order is the cached one.
  expect(requests).toHaveLength(1)
})

test('[SESSION-12] [CHECKOUT-11] checkout data and the checkout quote end with the purchase, and the logo clears them', async () => {
  const confirmed: WireAttempt = { status: 'confirmed', attempt_id: 'att_1', order: wireOrder() }
  const held = [wireHold()]
  mockRoute(holdsRoutes.list, () => wireBasket(...held))
  mockRoute(checkoutDraftRoutes.read, () => ({ data: { listings: [] } }))
  mockRoute(checkoutRoutes.attempt, () => ({ data: confirmed }))
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail({ slug: 'sLug0123456789abcdef' }) }))
  const gate = Promise.withResolvers<void>()
  const bought = mockRoute(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout?quote=qt_1')
  await fakeCardFrame(() => ({ token: 'pm_card_visa' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ quote_slug: 'sLug0123456789abcdef' })
  expect(checkoutState()).toMatchObject({ listings: held, checkoutStatus: true })
  await userEvent.click(screen.getByRole('link', { name: 'Terrace, home' }))
  expect(checkoutState()).toEqual(initialCheckoutState)
  gate.resolve()
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
})

test('[SESSION-12] [LOGIN-08] the loader flag is on from a successful login until the page is left', async () => {
  mockRoute(accountsRoutes.logIn, () => ({ data: { status: true as const, token: 't0ken', ...wireUser() } }))
  await renderRoute('/login', { user: null })
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  expect(layoutState().isLoading).toBe(false)
  await userEvent.type(screen.getByLabelText('Password'), 'terrace-demo{Enter}')
  await waitFor(() => expect(layoutState().isLoading).toBe(true))
  expect(screen.queryByLabelText('Username')).toBeNull()
  cleanup()
  expect(layoutState().isLoading).toBe(false)
})

test.each([
  ['of no quote', () => errorReply(404, 'There is no such quote'), false],
  ['of an ended quote', () => errorReply(410, 'This quote has ended'), false],
  ['of a quote', () => quoteDetailsResponse(wireClientQuote()), true],
] as const)('[SESSION-12] the valid-quote flag of a link %s', async (_, respond, isValid) => {
  mockRoute(quotePageRoutes.details, respond)
  await renderRoute('/quote/k3J9', { user: null })
  await waitFor(() => expect(layoutState().isValidQuote).toBe(isValid))
})
