import { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from './test/mock-api.ts'
import { waitForRouterAfterTest } from './test/environment/wait-for-router-after-test.ts'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import { setEnv } from './lib/env.ts'
import { clearSession, storeSession } from './lib/http/session.ts'
import { createAppRouter } from './router.tsx'

// Screens have their own tests; here only the mapping from address to screen matters.
vi.mock('./logged-in.tsx', async () => ({ LoggedIn: (await import('@tanstack/react-router')).Outlet }))
vi.mock('./routes/login.tsx', () => ({ default: () => 'the login screen' }))
vi.mock('./routes/home.tsx', () => ({ default: () => 'the home screen' }))
vi.mock('./routes/event-listings.tsx', () => ({ default: () => 'the event listings screen' }))
vi.mock('./routes/checkout.tsx', () => ({ default: () => 'the checkout screen' }))
vi.mock('./routes/checkout-confirmation.tsx', () => ({ default: () => 'the confirmation screen' }))
vi.mock('./routes/profile.tsx', () => ({ default: () => 'the profile screen' }))
vi.mock('./routes/search.tsx', () => ({ default: () => 'the search screen' }))
vi.mock('./routes/buyer-policy.tsx', () => ({ default: () => 'the buyer policy' }))
vi.mock('./routes/terms.tsx', () => ({ default: () => 'the terms' }))
vi.mock('./routes/privacy.tsx', () => ({ default: () => 'the privacy text' }))
vi.mock('./routes/sign-up.tsx', () => ({ default: () => 'the registration screen' }))
vi.mock('./routes/forgot-password.tsx', () => ({ default: () => 'the forgot screen' }))
vi.mock('./routes/reset-password.tsx', () => ({ default: () => 'the reset screen' }))
vi.mock('./routes/verify-email.tsx', () => ({ default: () => 'the confirmation of an address' }))
vi.mock('./routes/join-team.tsx', () => ({ default: () => 'the invitation' }))
vi.mock('./routes/category.tsx', () => ({ default: () => 'the category screen' }))
vi.mock('./routes/dev-ui.tsx', () => ({ default: () => 'the design system' }))

beforeEach(useTestEnv)

async function open(address: string) {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
  waitForRouterAfterTest(router)
  await act(() => router.load())
  render(<RouterProvider router={router} />)
  return router
}

describe('logged out', () => {
  test('[ROUTE-01] /login shows the login screen', async () => {
    await open('/login')
    expect(await screen.findByText('the login screen')).toBeTruthy()
  })

  test.each([
    ['[ROUTE-02]', '/signup', 'the registration screen'],
    ['[ROUTE-03]', '/forgot-password', 'the forgot screen'],
    ['[ROUTE-04]', '/reset-password/t0k3n', 'the reset screen'],
  ])('%s %s shows %s', async (_id, address, text) => {
    await open(address)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test.each(['/checkout', '/profile?tab=purchases', '/tickets/a-v-b/7', '/no/such/place', '/dev/ui'])(
    '[ROUTE-05] [ROLE-01] %s redirects to /login, which remembers it',
    async (address) => {
      const router = await open(address)
      expect(await screen.findByText('the login screen')).toBeTruthy()
      expect(router.state.location.pathname).toBe('/login')
      expect(router.state.location.search).toEqual({ next: address })
    },
  )

  test('[ROUTE-05] / redirects to /login without a remembered page', async () => {
    const router = await open('/')
    expect(await screen.findByText('the login screen')).toBeTruthy()
    expect(router.state.location.href).toBe('/login')
  })
})

describe('logged in', () => {
  beforeEach(() => storeSession('t0ken', {}))

  test.each([
    ['[ROUTE-06]', '/', 'the home screen'],
    ['[ROUTE-07]', '/checkout', 'the checkout screen'],
    ['[ROUTE-08]', '/checkout/confirm', 'the confirmation screen'],
    ['[ROUTE-09]', '/tickets/arsenal-v-chelsea/17', 'the event listings screen'],
    ['[ROUTE-10]', '/category/football', 'the category screen'],
    ['[ROUTE-10]', '/performer/arsenal/21', 'the category screen'],
    ['[ROUTE-11]', '/profile', 'the profile screen'],
    ['[ROUTE-12]', '/search?q=arsenal', 'the search screen'],
    ['[ROUTE-13]', '/trade-buyer-policy', 'the buyer policy'],
    ['[ROUTE-14]', '/terms-and-condition', 'the terms'],
    ['[ROUTE-15]', '/privacy', 'the privacy text'],
  ])('[ROLE-02] %s %s shows %s', async (_id, address, text) => {
    await open(address)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('[ROUTE-16] /reset-password with a token redirects to home', async () => {
    const router = await open('/reset-password/t0k3n')
    expect(await screen.findByText('the home screen')).toBeTruthy()
    expect(router.state.location.href).toBe('/')
  })

  test.each([
    '/login',
    '/signup',
    '/forgot-password',
    '/no-such-place',
    '/other-buyer-policy',
    '/no/such/place/at/all',
  ])('[ROUTE-17] %s redirects to home', async (address) => {
    const router = await open(address)
    expect(await screen.findByText('the home screen')).toBeTruthy()
    expect(router.state.location.href).toBe('/')
  })

  test('/login continues to the remembered page, but never to another origin', async () => {
    const router = await open('/login?next=%2Fsearch%3Fq%3Dchelsea')
    expect(await screen.findByText('the search screen')).toBeTruthy()
    expect(router.state.location.href).toBe('/search?q=chelsea')
    const other = await open('/login?next=%2F%2Fevil.example')
    expect(other.state.location.href).toBe('/')
  })

  test('[ROUTE-22] a path change scrolls to the top, a change of the query does not', async () => {
    const router = await open('/')
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    await act(() => router.navigate({ to: '/search' }))
    expect(await screen.findByText('the search screen')).toBeTruthy()
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
    await act(() => router.navigate({ to: '/search', search: { q: 'arsenal' } }))
    expect(router.state.location.href).toBe('/search?q=arsenal')
    expect(scrollTo).toHaveBeenCalledTimes(1)
  })

  test('after the session ends, the next navigation shows the login', async () => {
    const router = await open('/')
    clearSession()
    await act(() => router.navigate({ to: '/profile' }))
    expect(router.state.location.pathname).toBe('/login')
  })
})

describe('quote-view mode', () => {
  const origin = location.origin

  test.each([
    ['an origin that is not a trade site, logged out', '/', ['https://trade.example'], false],
    ['an origin that is not a trade site, logged in', '/profile', ['https://trade.example'], true],
    ['an origin that is not a trade site, the login', '/login', ['https://trade.example'], false],
    ['an origin that is not a trade site, any deep path', '/a/b/c/d/e', ['https://trade.example'], true],
    ['a trade site, the quote segment', '/quote/k3J9', [origin], true],
    ['a trade site, the quote segment, logged out', '/quote/k3J9/2', [], false],
    ['a trade site, the quote segment and more', '/quote/a/b/c', [], false],
  ])('[ROUTE-19] %s: a neutral "not found", never login', async (_, address, tradeOrigins, hasSession) => {
    if (hasSession) storeSession('t0ken', {})
    setEnv({ ...testEnv, site_origins: tradeOrigins })
    mockRoute(quotePageRoutes.details, () => errorReply(404, 'There is no such quote', 'quote.unknown'))
    const router = await open(address)
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/screen|Terrace|Log ?in/)
    expect(document.title).toBe('Not found')
    expect(router.state.location.href).toBe(address)
  })

  test('[ROUTE-20] on a listed origin the application is served', async () => {
    storeSession('t0ken', {})
    setEnv({ ...testEnv, site_origins: [origin] })
    await open('/profile')
    expect(await screen.findByText('the profile screen')).toBeTruthy()
  })
})

describe('links in emails', () => {
  test.each([
    ['/verify-email/t0k3n', 'the confirmation of an address', false],
    ['/verify-email/t0k3n', 'the confirmation of an address', true],
    ['/join/t0k3n', 'the invitation', false],
    ['/join/t0k3n', 'the invitation', true],
  ])('%s shows %s, logged in or not', async (address, text, hasSession) => {
    if (hasSession) storeSession('t0ken', {})
    await open(address)
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('the design system', () => {
  beforeEach(() => storeSession('t0ken', {}))

  test('is available in development', async () => {
    setEnv({ ...testEnv, dev: true })
    await open('/dev/ui')
    expect(await screen.findByText('the design system')).toBeTruthy()
  })

  test('is unavailable in production', async () => {
    const router = await open('/dev/ui')
    expect(router.state.location.href).toBe('/')
  })
})

test('reports of errors may name the pattern of every route', () => {
  const route = browserErrorsRoutes.report.body?.shape.route
  const patterns = Object.values(createAppRouter().routesById).map(({ fullPath }) => fullPath)
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => route?.safeParse(pattern).success !== true)).toEqual([])
})
