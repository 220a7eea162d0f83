import { accountsRoutes } from '@terrace/contracts/accounts'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveTo } from '#web/lib/navigation.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { answerSearch, eventHit, isAboutEvents } from '#web/test/search-server.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

beforeEach(() => {
  vi.mocked(leaveTo).mockReset()
  onlineManager.setOnline(true)
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  // What the profile asks for beside; it is not what these tests are about.
  for (const route of [sessionsRoutes.list, trackedRoutes.list, trackedRoutes.settings])
    answer(route, () => fail(404, 'not here'))
  answerSearch(() => ({}))
})

const avatar = () => screen.findByRole('button', { name: /Your account/ })

test('[ROUTE-21] the main layout stands around the screen: header, content and footer', async () => {
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
    'Tracked listings',
    'Logout',
  ])
})

test('[HEAD-07] [HEAD-08] [HEAD-09] the badge shows orders and quotes together, the entries each of them', async () => {
  answer(workspaceRoutes.counts, () => ({ data: { order_count: 3, quote_count: 2 } }))
  await renderRoute('/')
  await vi.waitFor(async () => expect((await avatar()).textContent).toContain('5 orders and quotes'))
  await userEvent.click(await avatar())
  expect((await screen.findByRole('menuitem', { name: /^Purchases/ })).textContent).toBe('Purchases3')
  expect((await screen.findByRole('menuitem', { name: /^Quotes/ })).textContent).toBe('Quotes2')
})

test('[HEAD-10] without orders and quotes there is no badge', async () => {
  const asked = answer(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } }))
  await renderRoute('/')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect((await avatar()).textContent).toBe('JMYour account')
})

test.each([
  ['[HEAD-06]', 'My account', '/profile', 'My account'],
  ['[HEAD-07]', 'Purchases', '/profile?tab=purchases', 'Purchases'],
  ['[HEAD-08]', 'Quotes', '/profile?tab=quotes', 'Quotes'],
  ['[HEAD-06]', 'Tracked listings', '/profile?tab=tracked', 'Tracked listings'],
])('%s "%s" leads to %s', async (_id, entry, address, title) => {
  answer(workspaceRoutes.info, () => fail(404, 'not here'))
  answer(ordersRoutes.list, () => ({
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
  ['the server cannot', () => fail(503, 'Not now')],
])('[HEAD-11] "Logout" clears tokens and user data and goes to /login, where %s', async (_, reply) => {
  const requests = answer(accountsRoutes.logOut, reply)
  localStorage.setItem('userInfo', '{}')
  await renderRoute('/')
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  expect(document.cookie).toBe('')
  expect(localStorage).toHaveLength(0)
})

test('"Logout" does not wait for ever for a server that does not answer', async () => {
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
  answer(accountsRoutes.logOut, () => new Promise(() => undefined))
  await renderRoute('/')
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(leaveTo).not.toHaveBeenCalled()
  patience.abort()
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(document.cookie).toBe('')
})

test('"Logout" signs out here without a connection too', async () => {
  answer(accountsRoutes.logOut, () => fail(503, 'Not now'))
  await renderRoute('/')
  await avatar()
  act(() => onlineManager.setOnline(false))
  await userEvent.click(await avatar())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(document.cookie).toBe('')
})

test('[HEAD-01] [HEAD-02] the logo leads home, leaves the filters behind and forgets the list', async () => {
  const asked = answerSearch((question) => (isAboutEvents(question) ? { hits: [eventHit()] } : {}))
  const lists = () => asked.filter((each) => isAboutEvents(each))
  answer(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  const router = await renderRoute('/search?q=arsenal&city=London')
  await screen.findByRole('link', { name: /Arsenal v Chelsea/ })
  await userEvent.click(await screen.findByRole('link', { name: 'Terrace, home' }))
  // The address changes before the page does: only the page that is gone has let go of its list.
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

test('[FOOT-02] the footer links to the buyer policy, and to the legal texts beside it', async () => {
  await renderRoute('/')
  const footer = within(await screen.findByRole('contentinfo'))
  const addressOf = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Buyer policy')).toBe('/trade-buyer-policy')
  expect([addressOf('Terms'), addressOf('Privacy')]).toEqual(['/terms-and-condition', '/privacy'])
})

test('[FOOT-04] the footer button scrolls smoothly to the top, at once for those who want no motion', async () => {
  let isCalm = false
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }))
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await renderRoute('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' })
  isCalm = true
  await userEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'auto' })
})

const searchButton = () => screen.findByRole('button', { name: 'Search events, teams, venues' })
const overlay = () => screen.queryByRole('search', { name: 'Search' })

test('[HEAD-03] the search button opens the search over the page and, pressed again, closes it', async () => {
  await renderRoute('/')
  const button = await searchButton()
  expect([button.getAttribute('aria-expanded'), overlay()]).toEqual(['false', null])
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(overlay()).toBeTruthy()
  // The page stays as it was below, and out of reach.
  expect(document.querySelector('main')?.closest('[inert]')).not.toBeNull()
  await userEvent.click(button)
  expect([button.getAttribute('aria-expanded'), overlay()]).toEqual(['false', null])
  expect(document.querySelector('main')?.closest('[inert]')).toBeNull()
})

test('[HEAD-03] on the page of the search the button leads back to where one came from, else home', async () => {
  answer(workspaceRoutes.info, () => fail(404, 'not here'))
  const router = await renderRoute('/profile?tab=quotes')
  await act(() => router.navigate({ to: '/search', search: { q: 'x' } }))
  const button = await searchButton()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(button)
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=quotes'))
})

test('[HEAD-03] an opened address of the search is closed to home', async () => {
  const router = await renderRoute('/search?q=x')
  await userEvent.click(await searchButton())
  await vi.waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('`/` opens the search with its field ready, Esc closes it and gives the focus back', async () => {
  answer(workspaceRoutes.info, () => fail(404, 'not here'))
  const asked = answerSearch(() => ({}))
  await renderRoute('/profile')
  const account = await avatar()
  account.focus()
  // Typed on without a pause, while the rest of the search is on its way: no letter is lost.
  await userEvent.keyboard('/1/2 final')
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
  expect([document.activeElement, field.value]).toEqual([field, '1/2 final'])
  await vi.waitFor(() => expect(asked.map(({ query }) => query)).toContain('1/2 final'))
  await userEvent.keyboard('{Escape}')
  expect(overlay()).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(account))
})

test('what is opened from the search closes it, on whatever page', async () => {
  answerSearch((question) => (isAboutEvents(question) ? { hits: [eventHit()] } : {}))
  answer(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  answer(catalogueRoutes.event, () => fail(404, 'gone', 'event.not_found'))
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17')
  await searchButton()
  await userEvent.keyboard('/arsenal{Enter}')
  // The very event over which the search lies: the address stays.
  await vi.waitFor(() => expect(overlay()).toBeNull())
  expect(router.state.location.pathname).toBe('/tickets/arsenal-v-chelsea/17')
})

test('being offline is said, and no longer once the connection is back', async () => {
  await renderRoute('/')
  await screen.findByRole('main')
  expect(screen.queryByText(/You are offline/)).toBeNull()
  act(() => onlineManager.setOnline(false))
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(screen.queryByText(/You are offline/)).toBeNull()
})

test('the skip link moves the focus past the header', async () => {
  await renderRoute('/')
  await userEvent.click(await screen.findByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
