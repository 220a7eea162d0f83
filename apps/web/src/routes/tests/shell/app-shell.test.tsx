import { accountsRoutes } from '@terrace/contracts/accounts'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { mockSearch, eventHit, isEventSearch } from '#web/test/mock-search.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  onlineManager.setOnline(true)
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  // The profile sends these requests; they are not under test here.
  for (const route of [sessionsRoutes.list, trackedListingsRoutes.list, trackedListingsRoutes.settings])
    mockRoute(route, () => errorReply(404, 'not here'))
  mockSearch(() => ({}))
})

const avatar = () => screen.findByRole('button', { name: /Your account/ })

test('[ROUTE-21] the main layout surrounds each page with header, content and footer', async () => {
  await renderRoute('/')
  const main = await screen.findByRole('main')
  expect(await within(main).findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.getByRole('contentinfo')).toBeTruthy()
})

test('[HEAD-04] [HEAD-05] the avatar shows the initials and opens the menu', async () => {
  await renderRoute('/')
  expect((await avatar()).textContent).toContain('JM')
  expect(screen.queryByRole('menu')).toBeNull()
  await userEvent.click(await avatar())
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'My account',
    'Purchases',
    'Quotes',
    'Holds',
    'Tracked listings',
    'Start selling',
    'Logout',
  ])
})

test('[HEAD-07] [HEAD-08] [HEAD-09] the badge shows orders plus quotes, and the menu entries each count', async () => {
  mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 3, quote_count: 2 } }))
  await renderRoute('/')
  await vi.waitFor(async () => expect((await avatar()).textContent).toContain('3 orders and 2 quotes'))
  await userEvent.click(await avatar())
  expect((await screen.findByRole('menuitem', { name: /^Purchases/ })).textContent).toBe('Purchases3')
  expect((await screen.findByRole('menuitem', { name: /^Quotes/ })).textContent).toBe('Quotes2')
})

test('[HEAD-10] without orders and quotes there is no badge', async () => {
  const requests = mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } }))
  await renderRoute('/')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect((await avatar()).textContent).toBe('JMYour account')
})

test.each([
  ['[HEAD-06]', 'My account', '/profile', 'My account'],
  ['[HEAD-07]', 'Purchases', '/profile?tab=purchases', 'Purchases'],
  ['[HEAD-08]', 'Quotes', '/profile?tab=quotes', 'Quotes'],
  ['[HEAD-06]', 'Tracked listings', '/profile?tab=tracked', 'Tracked listings'],
])('%s "%s" links to %s', async (_id, entry, address, title) => {
  mockRoute(workspaceRoutes.info, () => errorReply(404, 'not here'))
  mockRoute(ordersRoutes.list, () => ({
    data: [],
    meta: { total: 0, page: 1, per_page: 20, last_page: 1 },
  }))
  const router = await renderRoute('/')
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  await vi.waitFor(() => expect(router.state.location.href).toBe(address))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test.each([
  ['the server confirms', () => ({ data: { status: true } })],
  ['the server fails', () => errorReply(503, 'Not now')],
])('[HEAD-11] "Logout" clears tokens and user data and goes to /login when %s', async (_, reply) => {
  const requests = mockRoute(accountsRoutes.logOut, reply)
  localStorage.setItem('userInfo', '{}')
  await renderRoute('/')
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  expect(document.cookie).toBe('')
  expect(localStorage).toHaveLength(0)
})

test('"Logout" does not wait for an unresponsive server', async () => {
  const abort = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(abort.signal)
  mockRoute(accountsRoutes.logOut, () => new Promise(() => undefined))
  await renderRoute('/')
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(redirectTo).not.toHaveBeenCalled()
  abort.abort()
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(document.cookie).toBe('')
})

test('"Logout" logs out locally while offline', async () => {
  mockRoute(accountsRoutes.logOut, () => errorReply(503, 'Not now'))
  await renderRoute('/')
  await avatar()
  act(() => onlineManager.setOnline(false))
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(document.cookie).toBe('')
})

test('[HEAD-01] [HEAD-02] the logo links home and clears the filters and the cached list', async () => {
  const requests = mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  const lists = () => requests.filter((each) => isEventSearch(each))
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  const router = await renderRoute('/search?q=arsenal&city=London')
  await screen.findByRole('link', { name: /Arsenal v Chelsea/ })
  await userEvent.click(await screen.findByRole('link', { name: 'Terrace, home' }))
  // The URL changes first; the old page releases its list when it unmounts.
  await screen.findByRole('heading', { level: 1, name: /One connection/ })
  expect(router.state.location.href).toBe('/')
  expect(lists()).toHaveLength(1)
  await act(() => router.navigate({ to: '/search', search: { q: 'arsenal', city: 'London' } }))
  await vi.waitFor(() => expect(lists()).toHaveLength(2))
})

test('[FOOT-01] [FOOT-03] the footer links home and shows the years since 2024 and the brand', async () => {
  await renderRoute('/')
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  expect(footer.getByText(`© 2024–${new Date().getFullYear()} Terrace`)).toBeTruthy()
})

test('[FOOT-02] the footer links to the buyer policy and the legal texts', async () => {
  await renderRoute('/')
  const footer = within(await screen.findByRole('contentinfo'))
  const addressOf = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Buyer policy')).toBe('/trade-buyer-policy')
  expect([addressOf('Terms'), addressOf('Privacy')]).toEqual(['/terms-and-condition', '/privacy'])
})

test('[FOOT-04] the footer button scrolls to the top, without animation under reduced motion', async () => {
  let prefersReducedMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: prefersReducedMotion }))
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await renderRoute('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' })
  prefersReducedMotion = true
  await userEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'auto' })
})

const searchButton = () => screen.findByRole('button', { name: 'Search or run a command' })
const overlay = () => screen.queryByRole('search', { name: 'Search' })

test('[HEAD-03] the search button opens search over the page and closes it again', async () => {
  await renderRoute('/')
  const button = await searchButton()
  expect([button.getAttribute('aria-expanded'), overlay()]).toEqual(['false', null])
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(overlay()).toBeTruthy()
  // The page underneath stays unchanged and inert.
  expect(document.querySelector('main')?.closest('[inert]')).not.toBeNull()
  await userEvent.click(button)
  expect([button.getAttribute('aria-expanded'), overlay()]).toEqual(['false', null])
  expect(document.querySelector('main')?.closest('[inert]')).toBeNull()
})

test('[HEAD-03] on the search page the button returns to the previous page, else home', async () => {
  mockRoute(workspaceRoutes.info, () => errorReply(404, 'not here'))
  const router = await renderRoute('/profile?tab=quotes')
  await act(() => router.navigate({ to: '/search', search: { q: 'x' } }))
  const button = await searchButton()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(button)
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=quotes'))
})

test('[HEAD-03] closing a search page opened by URL leads to home', async () => {
  const router = await renderRoute('/search?q=x')
  await userEvent.click(await searchButton())
  await vi.waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('`/` opens search with the field focused; Esc closes it and restores focus', async () => {
  mockRoute(workspaceRoutes.info, () => errorReply(404, 'not here'))
  const requests = mockSearch(() => ({}))
  await renderRoute('/profile')
  const account = await avatar()
  account.focus()
  // Typing continues while the rest of search loads, and no character is lost.
  await userEvent.keyboard('/1/2 final')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
  expect([document.activeElement, field.value]).toEqual([field, '1/2 final'])
  await vi.waitFor(() => expect(requests.map(({ query }) => query)).toContain('1/2 final'))
  await userEvent.keyboard('{Escape}')
  expect(overlay()).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(account))
})

test('opening a result closes search on every page', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'gone', 'event.not_found'))
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17')
  await searchButton()
  await userEvent.keyboard('/arsenal{Enter}')
  // The result is the page under search, so the URL stays the same.
  await vi.waitFor(() => expect(overlay()).toBeNull())
  expect(router.state.location.pathname).toBe('/tickets/arsenal-v-chelsea/17')
})

test('an offline notice shows until the connection is back', async () => {
  await renderRoute('/')
  await screen.findByRole('main')
  expect(screen.queryByText(/You’re offline/)).toBeNull()
  act(() => onlineManager.setOnline(false))
  expect(screen.getByText(/You’re offline/)).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(screen.queryByText(/You’re offline/)).toBeNull()
})

test('an outage of the server is shown, and the page loads by itself when it is over', async () => {
  let isDown = true
  const requests = mockRoute(catalogueRoutes.hotEvents, () =>
    isDown ? errorReply(503, 'Try again shortly', 'server.unavailable') : { data: [] },
  )
  await renderRoute('/')
  expect(await screen.findByText(/This page updates by itself/)).toBeTruthy()
  const failed = requests.length
  isDown = false
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(failed), { timeout: 20_000 })
  await vi.waitFor(() => expect(screen.queryByText(/This page updates by itself/)).toBeNull())
})

test('the skip link moves focus past the header', async () => {
  await renderRoute('/')
  await userEvent.click(await screen.findByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
