import { accountsRoutes } from '@terrace/contracts/accounts'
import { teamChannelPrefix } from '@terrace/contracts/realtime'
import type { Page, Request } from '@playwright/test'
import { demoPassword } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { upcomingEvents } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { HomePage } from './pages/home-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { Shell } from './pages/shell.ts'
import { waitForSubscription } from './wait-for-subscription.ts'

const failedLoads = /Failed to load resource: the server responded with a status of 4\d\d/

async function readSessionTraces(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  const stored = await page.evaluate(() => Object.keys(localStorage))
  return [...cookies.map(({ name }) => name), ...stored]
}

test(
  '[ROUTE-01] a deep link that needs a login is restored after the login',
  { tag: '@once' },
  async ({ page, broker }) => {
    const buyer = await broker('buyer')
    const [event] = await upcomingEvents(buyer)
    if (!event) throw new Error('no upcoming event found')
    const address = `/tickets/${event.slug}/${event.id}?quantity=2`
    await page.goto(address)
    await expect(page).toHaveURL(/\/login\?next=/)
    await new LoginPage(page).logIn('buyer', demoPassword)
    await expect(page).toHaveURL(address)
    await expect(new EventPage(page).heading).toHaveText(event.title)
  },
)

test(
  '[HEAD-11] Logout clears tokens and user data, ends the session and goes to login',
  { tag: '@once' },
  async ({ page, logIn }) => {
    const buyer = await logIn('buyer')
    await page.goto('/')
    await new Shell(page).choose('Logout')
    await expect(page).toHaveURL('/login')
    expect(await readSessionTraces(page)).toEqual([])
    await expect(buyer.call(accountsRoutes.logOut)).rejects.toThrow('401')
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
  },
)

test(
  '[AUTH401-01] [AUTH401-02] [AUTH401-03] a session ended elsewhere logs out on the next request',
  { tag: '@once' },
  async ({ page, logIn, pageErrors }) => {
    pageErrors.expected.push(failedLoads)
    const buyer = await logIn('buyer')
    const listening = waitForSubscription(page, teamChannelPrefix)
    await page.goto('/')
    await listening
    await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
    await page.evaluate(() => localStorage.setItem('left-behind', 'yes'))
    await buyer.call(accountsRoutes.logOut)
    // The page also polls, so the next request may be its own.
    const hasLeft = expect(page).toHaveURL(/\/login/)
    await Promise.race([new Shell(page).choose('Purchases'), hasLeft])
    await hasLeft
    expect(await readSessionTraces(page)).toEqual([])
  },
)

test('the open profile tab is visible on narrow screens', async ({ page, logIn }) => {
  await logIn('buyer')
  const tabs = page.getByRole('navigation', { name: 'Profile' })
  for (const [tab, name] of [
    ['tracked', 'Tracked listings'],
    ['account', 'My account'],
  ] as const) {
    await page.goto(`/profile?tab=${tab}`)
    await expect(tabs.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('a missing event shows "not found" in place, and an unknown path leads home', async ({
  page,
  logIn,
  pageErrors,
  expectAccessibleLayout,
}) => {
  pageErrors.expected.push(failedLoads)
  await logIn('buyer')
  await page.goto('/tickets/no-such-event/99999999')
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page).toHaveURL('/tickets/no-such-event/99999999')
  await expectAccessibleLayout(page)
  await page.goto('/no/such/page/at/all')
  await expect(page).toHaveURL('/')
})

test(
  '[API-02] [API-03] [API-04] [API-23] requests carry Accept, the cookies and, after login, the bearer token',
  { tag: '@once' },
  async ({ page, logIn, pageErrors }) => {
    pageErrors.expected.push(failedLoads)
    const calls: Request[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
    })
    await page.goto('/login')
    await new LoginPage(page).logIn('buyer', 'not the password')
    await expect(new LoginPage(page).error).toBeVisible()
    expect(calls).not.toHaveLength(0)
    for (const call of calls.splice(0)) {
      const headers = await call.allHeaders()
      expect(headers).toMatchObject({ accept: 'application/json' })
      expect(headers).not.toHaveProperty('authorization')
    }
    const buyer = await logIn('buyer')
    await page.goto('/')
    await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
    // A call that the page cancels is never sent, so it has no cookies yet.
    const responses = await Promise.all(calls.map((call) => call.response()))
    const sent = responses.flatMap((response) => response?.request() ?? [])
    expect(sent).not.toHaveLength(0)
    for (const call of sent) {
      expect(await call.allHeaders()).toMatchObject({
        accept: 'application/json',
        authorization: `Bearer ${buyer.token}`,
        cookie: expect.stringContaining('authTokens='),
      })
    }
  },
)

test(
  '[API-01] [X-API-01] [X-ROUTE-01] one origin serves pages and API, and a configured API base receives every call',
  { tag: '@once' },
  async ({ page, logIn }) => {
    await logIn('buyer')
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      const config: object = await response.json()
      await route.fulfill({
        response,
        json: { ...config, api_base: '/elsewhere', ticket_api_base: '/stock' },
      })
    })
    const requestedPaths: string[] = []
    await page.route(/\/(elsewhere|stock|api)\//, async (route) => {
      const url = new URL(route.request().url())
      requestedPaths.push(url.pathname)
      url.pathname = url.pathname.replace(/^\/(elsewhere|stock)\//, '/api/')
      await route.continue({ url: url.href })
    })
    await page.goto('/')
    const home = new HomePage(page)
    await home.hot.getByRole('link').first().click()
    await expect(new EventPage(page).rows.first()).toBeVisible()
    expect(requestedPaths.filter((path) => path.startsWith('/api/'))).toEqual([])
    expect(requestedPaths).toContain('/stock/tickets/feed')
  },
)
