import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { checkoutState, initialCheckoutState, resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { answer } from '#web/test/api-server.ts'
import { playCardFrame } from '#web/test/card-frame.ts'
import { wireOrder, wireOrderWhole } from '#web/test/factories.ts'
import { wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

/*
 * Spec §3, shared layout state. Each part of it has one place, which every part of the page reads: the address for search,
 * filters, the profile's tab and the quote that is checked out; the answers' cache for lists and counts; checkout's own state.
 */

beforeEach(() => {
  answerShell()
  resetCheckout()
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(workspaceRoutes.counts, () => ({ data: { order_count: 7, quote_count: 2 } }))
})

test('[SESSION-12] filters, lists, profile tab and counts are the same in every part of the page', async () => {
  const asked = answer(ordersRoutes.list, () => ({
    data: [wireOrder()],
    meta: { total: 1, page: 1, per_page: 20, last_page: 1 },
  }))
  answer(ordersRoutes.one, () => ({ data: wireOrderWhole() }))
  await renderRoute('/profile?tab=purchases&q=emirates')
  const nav = within(await screen.findByRole('navigation', { name: 'Profile' }))
  expect(nav.getByRole('link', { name: /Purchases/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search purchases' }).value).toBe('emirates')
  await waitFor(() => expect(nav.getByRole('link', { name: /Purchases/ }).textContent).toContain('7'))
  expect(screen.getByRole('button', { name: /Your account/ }).textContent).toContain('9 orders and quotes')
  await userEvent.click(await screen.findByRole('link', { name: /T-100482/ }))
  expect(await screen.findByRole('region', { name: 'Order T-100482' })).toBeTruthy()
  // The list beside it is the one that was there.
  expect(asked).toHaveLength(1)
})

test('[SESSION-12] [CHECKOUT-11] checkout data and the quote that is checked out go with the purchase, and the logo clears them', async () => {
  const confirmed: WireAttempt = { status: 'confirmed', attempt_id: 'att_1', order: wireOrder() }
  const held = [wireHold()]
  answer(holdsRoutes.list, () => wireBasket(...held))
  answer(checkoutDraftRoutes.read, () => ({ data: { listings: [] } }))
  answer(checkoutRoutes.attempt, () => ({ data: confirmed }))
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole({ slug: 'sLug0123456789abcdef' }) }))
  const gate = Promise.withResolvers<void>()
  const bought = answer(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout?quote=qt_1')
  await playCardFrame(() => ({ token: 'pm_card_visa' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ quote_slug: 'sLug0123456789abcdef' })
  expect(checkoutState()).toMatchObject({ listings: held, checkoutStatus: true })
  await userEvent.click(screen.getByRole('link', { name: 'Terrace, home' }))
  expect(checkoutState()).toEqual(initialCheckoutState)
  gate.resolve()
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
})
