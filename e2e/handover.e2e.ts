import { holdsRoutes } from '@terrace/contracts/holds'
import type { BrowserContext, Page } from '@playwright/test'
import { issuerOrigin } from './addresses.ts'
import { expect, test } from './session-fixtures.ts'
import { HomePage } from './pages/home-page.ts'
import { IssuerPage } from './pages/issuer-page.ts'
import { LoginPage } from './pages/login-page.ts'

const handoverCookies = /^(__Host-)?handover_/
/** The browser logs these responses: a question (409) and a rejection (422). */
const expectedFailures = /the server responded with a status of 4(09|22)/

async function cookieNames(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name)
}

/** Cookies visible to scripts. */
const readCookies = (page: Page) => page.evaluate<string>('document.cookie')

/** Asks the server for the user of the browser’s session. */
async function currentUsername(page: Page): Promise<unknown> {
  const stored = (await page.context().cookies()).find(({ name }) => name === 'authTokens')
  if (!stored) return null
  const response = await fetch(new URL('/api/settings/trade/info', page.url()), {
    headers: { authorization: `Bearer ${JSON.parse(decodeURIComponent(stored.value))}` },
  })
  // Other tests verify the contract; this one needs only the username.
  return ((await response.json()) as { data: { username: string } }).data.username
}

test('[HANDOVER-01] [HANDOVER-02] [HANDOVER-03] [HANDOVER-04] by keyboard: a user of another site is logged in here at a clean URL', async ({
  page,
  context,
  baseURL,
}) => {
  const issuer = new IssuerPage(page)
  await issuer.goto()
  await issuer.press('Log in as buyer')
  const loads: string[] = []
  page.on('load', () => {
    const { origin, search } = new URL(page.url())
    if (origin === baseURL) loads.push(search)
  })
  await issuer.press('Search the marketplace for Arsenal')
  await expect(page.getByRole('link', { name: /Arsenal/ }).first()).toBeVisible()
  await expect(page).toHaveURL('/search?q=arsenal')
  expect(await currentUsername(page)).toBe('buyer')
  expect((await cookieNames(context)).filter((name) => handoverCookies.test(name))).toEqual([])
  // The page loads once with the handover parameter and once without.
  await expect.poll(() => loads).toEqual(['?q=arsenal&handover=harbour', '?q=arsenal'])
  const stored = await readCookies(page)
  expect(stored).not.toMatch(/seller_level|handover/)
})

test(
  '[X-HANDOVER-04] a handover creates a new session, and browser back does not repeat it',
  { tag: '@once' },
  async ({ page }) => {
    const issuer = new IssuerPage(page)
    await issuer.goto()
    await issuer.press('Log in as buyer')
    await issuer.press('Go to the marketplace')
    await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
    const before = await readCookies(page)
    await page.goBack()
    await page.goForward()
    await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
    expect(await readCookies(page)).toBe(before)
  },
)

test('a user logged in with another account is asked first and can keep it', async ({
  page,
  context,
  logIn,
  expectAccessibleLayout,
  pageErrors,
}) => {
  pageErrors.expected.push(expectedFailures)
  const other = await logIn('broker2')
  const issuer = new IssuerPage(page)
  await issuer.goto()
  await issuer.press('Log in as buyer')
  await issuer.press('Go to the marketplace')
  await expect(page.getByRole('heading', { name: 'Switch account?', level: 1 })).toBeVisible()
  await expectAccessibleLayout(page)
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  // The list loads after the page.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(keys).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Stay logged in as / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
  expect(await currentUsername(page)).toBe('broker2')
  expect((await cookieNames(context)).filter((name) => handoverCookies.test(name))).toEqual([])
  await page.reload()
  expect(await currentUsername(page)).toBe('broker2')
  await expect(other.call(holdsRoutes.list)).resolves.toBeTruthy()
})

test(
  'a user who agrees is switched, and the previous session ends',
  { tag: '@once' },
  async ({ page, logIn, pageErrors }) => {
    pageErrors.expected.push(expectedFailures)
    const other = await logIn('broker2')
    const issuer = new IssuerPage(page)
    await issuer.goto()
    await issuer.press('Log in as buyer')
    await issuer.press('Go to the marketplace')
    await expect(page.getByRole('heading', { name: 'Switch account?' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
    expect(await currentUsername(page)).toBe('buyer')
    await expect(other.call(holdsRoutes.list)).rejects.toThrow('401')
  },
)

test(
  'a user without an account sees an error and can retry or go to login',
  { tag: '@once' },
  async ({ page, expectAccessibleLayout, pageErrors }) => {
    pageErrors.expected.push(expectedFailures)
    const issuer = new IssuerPage(page)
    await issuer.goto()
    await issuer.press('Log in as stranger')
    await issuer.press('Go to the marketplace')
    await expect(page.getByRole('alert')).toHaveText(/No active account here/)
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '/handover/start?issuer=harbour&return_to=%2F',
    )
    await expectAccessibleLayout(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(new LoginPage(page).submit).toBeVisible()
  },
)

test(
  'forged handover cookies log no one in',
  { tag: '@once' },
  async ({ page, context, baseURL, pageErrors }) => {
    pageErrors.expected.push(expectedFailures)
    const url = baseURL ?? ''
    await context.addCookies([
      { name: 'handover_redirect', value: '%2F', url },
      { name: 'handover_session', value: 'a.b.c', url, httpOnly: true },
    ])
    await page.goto('/')
    await expect(new LoginPage(page).submit).toBeVisible()
    expect(await cookieNames(context)).toEqual([])
  },
)

test('the other site asks for a login before the handover', { tag: '@once' }, async ({ page }) => {
  await page.goto('/handover/start?issuer=harbour&return_to=%2Fprofile')
  await expect(page).toHaveURL(new RegExp(`^${issuerOrigin}/hand-over`))
  await new IssuerPage(page).press('Log in as broker2')
  await expect(page).toHaveURL('/profile')
  expect(await currentUsername(page)).toBe('broker2')
})
