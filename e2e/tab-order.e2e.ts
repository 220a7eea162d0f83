import type { Page } from '@playwright/test'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { demoPassword, type Broker } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { findOffer, hold, type Offer } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { Shell } from './pages/shell.ts'
import { expectTabOrder } from './tab-order.ts'

test.beforeEach(({ isMobile }) => {
  test.skip(isMobile, 'phones have no such keys')
})

test('Tab visits the controls of the current row, then leaves the list', async ({ page, logIn }) => {
  const offer = await findOffer(await logIn('buyer'), ({ splits }) => splits.length > 1)
  const event = new EventPage(page)
  await event.goto(offer)
  await expect(event.rows.nth(3)).toBeVisible()
  await event.rows.nth(2).focus()
  const focused = page.locator(':focus')
  const names: string[] = []
  while (names.length < 12) {
    await page.keyboard.press('Tab')
    if ((await event.rows.nth(2).locator(':focus').count()) === 0) break
    names.push((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))
  }
  expect(names.length).toBeGreaterThan(3)
  expect(names.length).toBeLessThan(12)
  await expect(event.rows.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(event.rows.nth(2).locator(':focus')).toHaveCount(1)
})

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
}

test('Tab walks every page before login, and the pages of sellers and operators', async ({
  page,
  expectAccessible,
}) => {
  for (const address of ['/login', '/signup', '/forgot-password', '/reset-password/unknown-token']) {
    await open(page, address)
    await expectTabOrder(page)
    await expectAccessible(page)
  }
  const login = new LoginPage(page)
  for (const role of ['seller', 'operator']) {
    await login.goto()
    await login.logIn(role, demoPassword)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(role) })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectTabOrder(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/login/)
  }
})

test('Tab walks the catalogue, an event and a quote from the first control to the last and back', async ({
  page,
  logIn,
  expectAccessible,
}) => {
  const buyer = await logIn('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.length > 1)
  await hold(buyer, offer, offer.listing.splits[0] ?? 1)
  const slug = await quote(buyer, offer)
  const { event } = offer
  const team = event.performers[0]

  await new EventPage(page).goto(offer)
  await expect(new EventPage(page).plan).toContainText('Schematic map.')
  await expect(new Shell(page).basket.bar).toBeVisible()
  await expectTabOrder(page)
  await expectAccessible(page)
  const addresses = [
    '/',
    `/search?q=${encodeURIComponent(event.title)}`,
    ...(team ? [`/${event.category.slug}/${team.slug}/${team.id}`] : []),
    '/terms-and-condition',
    '/privacy',
    '/trade-buyer-policy',
    `/quote/${slug}`,
  ]
  for (const address of addresses) {
    await open(page, address)
    await expectTabOrder(page)
    await expectAccessible(page)
  }
})

test('Tab walks the profile and the checkout from the first control to the last and back', async ({
  page,
  logIn,
  expectAccessible,
}) => {
  const buyer = await logIn('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.length > 1)
  await hold(buyer, offer, offer.listing.splits[0] ?? 1)
  const profileTabs = ['team', 'purchases', 'quotes', 'holds', 'clients', 'quote-page', 'tracked']
  const addresses = [
    '/profile',
    ...profileTabs.map((tab) => `/profile?tab=${tab}`),
    '/checkout',
    '/checkout/confirm',
  ]
  for (const address of addresses) {
    await open(page, address)
    await expectTabOrder(page)
    await expectAccessible(page)
  }
})

async function quote(buyer: Broker, { event, listing }: Offer): Promise<string> {
  const { data } = await buyer.call(quotesRoutes.generate, {
    body: {
      event_id: event.id,
      title: 'Keyboard',
      quote_expiry: 2,
      currency_to_display: 'GBP',
      commission_method: 'fixed',
      commission_amount: '5',
      hold_ids: [],
      is_vip_listings: 0,
      listings: [{ listing_id: listing.id, quantity: listing.splits[0] ?? 1 }],
    },
  })
  return data.slug ?? ''
}
