import { holdsRoutes } from '@terrace/contracts/holds'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { HomePage } from './pages/home-page.ts'
import { IssuerPage, issuerOrigin } from './pages/issuer-page.ts'
import { LoginPage } from './pages/login-page.ts'

const handoverCookies = /^(__Host-)?handover_/
/** The browser's own word of an answer that is a question or a refusal. */
const noSuccess = /the server responded with a status of 4(09|22)/

async function cookieNames(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name)
}

/** The cookies that scripts see. */
const readCookies = (page: Page) => page.evaluate<string>('document.cookie')

/** Who the browser's session is of, asked of the server. */
async function whoIs(page: Page): Promise<unknown> {
  const stored = (await page.context().cookies()).find(({ name }) => name === 'authTokens')
  if (!stored) return null
  const response = await fetch(new URL('/api/settings/trade/info', page.url()), {
    headers: { authorization: `Bearer ${JSON.parse(decodeURIComponent(stored.value))}` },
  })
  // Of the contract, as other tests prove; here it counts whose it is.
  return ((await response.json()) as { data: { username: string } }).data.username
}

test('[HANDOVER-01] [HANDOVER-02] [HANDOVER-03] [HANDOVER-04] by keyboard alone from another site, logged in here, at a clean address', async ({
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
  expect(await whoIs(page)).toBe('buyer')
  expect((await cookieNames(context)).filter((name) => handoverCookies.test(name))).toEqual([])
  // Loaded as it came, with the other site's mark, and once more without.
  await expect.poll(() => loads).toEqual(['?q=arsenal&handover=harbour', '?q=arsenal'])
  const stored = await readCookies(page)
  expect(stored).not.toMatch(/seller_level|handover/)
})

test('[X-HANDOVER-04] the session is new, and the way back does not hand over a second time', async ({
  page,
}) => {
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
})

test('who is logged in as somebody else is asked, and may stay who they are', async ({
  page,
  context,
  signIn,
  expectSound,
  pageErrors,
}) => {
  pageErrors.expected.push(noSuccess)
  const other = await signIn('broker2')
  const issuer = new IssuerPage(page)
  await issuer.goto()
  await issuer.press('Log in as buyer')
  await issuer.press('Go to the marketplace')
  await expect(page.getByRole('heading', { name: 'Switch account?', level: 1 })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Stay logged in as / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
  expect(await whoIs(page)).toBe('broker2')
  expect((await cookieNames(context)).filter((name) => handoverCookies.test(name))).toEqual([])
  await page.reload()
  expect(await whoIs(page)).toBe('broker2')
  await expect(other.call(holdsRoutes.list)).resolves.toBeTruthy()
})

test('who agrees is switched, and the session before is over', async ({ page, signIn, pageErrors }) => {
  pageErrors.expected.push(noSuccess)
  const other = await signIn('broker2')
  const issuer = new IssuerPage(page)
  await issuer.goto()
  await issuer.press('Log in as buyer')
  await issuer.press('Go to the marketplace')
  await expect(page.getByRole('heading', { name: 'Switch account?' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(new HomePage(page).hot.getByRole('listitem').first()).toBeVisible()
  expect(await whoIs(page)).toBe('buyer')
  await expect(other.call(holdsRoutes.list)).rejects.toThrow('401')
})

test('somebody without an account here is told so, may try again, and can go on to the login', async ({
  page,
  expectSound,
  pageErrors,
}) => {
  pageErrors.expected.push(noSuccess)
  const issuer = new IssuerPage(page)
  await issuer.goto()
  await issuer.press('Log in as stranger')
  await issuer.press('Go to the marketplace')
  await expect(page.getByRole('alert')).toHaveText(/There is no active account here/)
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/handover/start?issuer=harbour&return_to=%2F',
  )
  await expectSound(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(new LoginPage(page).submit).toBeVisible()
})

test('cookies that somebody else has put there log nobody in', async ({
  page,
  context,
  baseURL,
  pageErrors,
}) => {
  pageErrors.expected.push(noSuccess)
  const url = baseURL ?? ''
  await context.addCookies([
    { name: 'handover_redirect', value: '%2F', url },
    { name: 'handover_session', value: 'a.b.c', url, httpOnly: true },
  ])
  await page.goto('/')
  await expect(new LoginPage(page).submit).toBeVisible()
  expect(await cookieNames(context)).toEqual([])
})

test('the other site asks who one is before it hands over', async ({ page }) => {
  await page.goto('/handover/start?issuer=harbour&return_to=%2Fprofile')
  await expect(page).toHaveURL(new RegExp(`^${issuerOrigin}/hand-over`))
  await new IssuerPage(page).press('Log in as broker2')
  await expect(page).toHaveURL('/profile')
  expect(await whoIs(page)).toBe('broker2')
})
