import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireOrder, wireOrderDetail } from '#web/test/factories.ts'
import { wireQuote, wireQuotes } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
  mockRoute(ordersRoutes.list, () => ({
    data: [wireOrder()],
    meta: { total: 1, page: 1, per_page: 20, last_page: 1 },
  }))
  mockRoute(ordersRoutes.one, () => ({ data: wireOrderDetail() }))
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote()))
})

test('[X-PROFILE-01] browser back restores the scroll position of a list', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = await renderRoute('/profile?tab=purchases')
  await screen.findByRole('link', { name: /T-100482/ })
  vi.stubGlobal('scrollY', 1200)
  document.dispatchEvent(new Event('scroll'))
  await act(() => router.navigate({ to: '/profile', search: { tab: 'quotes' } }))
  await screen.findByRole('link', { name: /Ada Wong/ })
  expect(scrolled).not.toHaveBeenCalledWith(0, 1200)
  act(() => router.history.back())
  await screen.findByRole('link', { name: /T-100482/ })
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 1200))
})

test('[X-PROFILE-01] browser back to an open order restores the scroll position of its list', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = await renderRoute('/profile?tab=purchases')
  const row = await screen.findByRole('link', { name: /T-100482/ })
  vi.stubGlobal('scrollY', 1200)
  document.dispatchEvent(new Event('scroll'))
  await userEvent.click(row)
  await screen.findByRole('heading', { name: 'Order T-100482' })
  await act(() => router.navigate({ to: '/profile', search: { tab: 'quotes' } }))
  await screen.findByRole('link', { name: /Ada Wong/ })
  act(() => router.history.back())
  await screen.findByRole('link', { name: /T-100482/ })
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 1200))
})
