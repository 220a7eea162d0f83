import type { Page } from '@playwright/test'
import { clientsRoutes } from '@terrace/contracts/clients'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { demoPassword, type Broker } from '../api.ts'
import { expect, test } from '../session-fixtures.ts'
import { findOffer, hold, type Offer } from '../event-listings.ts'
import { EventPage } from '../pages/event-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { Shell } from '../pages/shell.ts'

test(
  'Tab visits the controls of the current row, then leaves the list',
  { tag: '@once' },
  async ({ page, logIn, isMobile }) => {
    test.skip(isMobile, 'rows are cards on phones')
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
  },
)

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('main')).toHaveCount(1)
}

// Phones walk the pages that are laid out differently on a narrow screen, as on a desktop with large text.

test('Tab walks every page before login, and the account page of sellers', async ({
  page,
  isMobile,
  pageErrors,
  expectOperable,
}) => {
  // The unknown token.
  pageErrors.expected.push(/status of 4/)
  const addresses = [
    '/login',
    '/signup',
    ...(isMobile
      ? []
      : [
          '/forgot-password',
          '/reset-password/unknown-token',
          '/verify-email/unknown-token',
          '/change-email/unknown-token',
          '/undo-email-change/unknown-token',
        ]),
  ]
  for (const address of addresses) {
    await open(page, address)
    await expectOperable(page)
  }
  const login = new LoginPage(page)
  await login.goto()
  await login.logIn('seller', demoPassword)
  await page.waitForURL('**/sell/inventory')
  await page.goto('/sell/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectOperable(page)
})

test('Tab walks the catalogue, an event, its dialogs and a quote from the first control to the last and back', async ({
  page,
  logIn,
  isMobile,
  pageErrors,
  expectOperable,
}) => {
  // The page that does not exist.
  pageErrors.expected.push(/status of 404/)
  const buyer = await logIn('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.length > 1)
  await hold(buyer, offer, offer.listing.splits[0] ?? 1)
  const { slug } = await quote(buyer, offer)
  const { event } = offer
  const team = event.performers[0]

  await new EventPage(page).goto(offer)
  if (!isMobile) await expect(new EventPage(page).plan).toContainText('Schematic map.')
  await expect(new Shell(page).basket.bar).toBeVisible()
  await expectOperable(page)
  await page.keyboard.press('Control+k')
  await waitForDialog(page, 'Search or run a command')
  await expectOperable(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create quote' }).click()
  await waitForDialog(page, /^Quote /)
  await expectOperable(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save search' }).click()
  await walkDialog(page, 'Save search', expectOperable)

  const addresses = [
    '/',
    `/search?q=${encodeURIComponent(event.title)}`,
    '/search?view=month',
    `/quote/${slug}`,
    ...(isMobile
      ? []
      : [
          '/football/nobody/999999',
          '/search?q=xrsenla',
          `/category/${event.category.slug}`,
          `/category/${event.category.slug}?view=month`,
          ...(team ? [`/performer/${team.slug}`] : []),
          '/terms-and-condition',
          '/privacy',
          '/trade-buyer-policy',
        ]),
  ]
  for (const address of addresses) {
    await open(page, address)
    await expectOperable(page)
  }
})

test(
  'Tab stays in the dialogs of the desk, from their first control to the last and back',
  { tag: '@once' },
  async ({ page, logIn, expectOperable }) => {
    const buyer = await logIn('buyer')
    const offer = await findOffer(buyer, ({ splits }) => splits.length > 1)
    await hold(buyer, offer, offer.listing.splits[0] ?? 1)
    const quoted = await quote(buyer, offer)

    await open(page, '/')
    const keys = [
      ['?', 'Keyboard shortcuts'],
      ['n', 'Notifications'],
      ['b', 'Basket'],
      ['x', 'Release tickets'],
    ] as const
    for (const [key, name] of keys) {
      await page.keyboard.press(key)
      await walkDialog(page, name, expectOperable)
    }
    await open(page, `/profile?tab=quotes&quote=${quoted.id}`)
    await page.getByRole('button', { name: 'Reference and note' }).click()
    await walkDialog(page, 'Reference and note', expectOperable)
  },
)

test('Tab walks the profile and the checkout from the first control to the last and back', async ({
  page,
  isMobile,
  logIn,
  expectOperable,
}) => {
  const buyer = await logIn('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.length > 1)
  await hold(buyer, offer, offer.listing.splits[0] ?? 1)
  const quoted = await quote(buyer, offer)
  const name = `Keyboard ${Date.now()}`
  const { data: client } = await buyer.call(clientsRoutes.create, { body: { name } })
  const order = (await buyer.call(ordersRoutes.list)).data[0]
  const held = (await buyer.call(holdsRoutes.list)).data[0]
  // Lists with an open panel, if the tests before have bought anything.
  const profileTabs = [
    order ? `purchases&order=${order.id}` : 'purchases',
    `quotes&quote=${quoted.id}`,
    `holds&hold=${held?.hold_id}`,
    'account',
    ...(isMobile
      ? []
      : ['team', `clients&client=${client.id}`, 'quote-page', 'tracked', 'searches', 'security']),
  ]
  const addresses = [
    '/profile',
    ...profileTabs.map((tab) => `/profile?tab=${tab}`),
    '/checkout',
    '/checkout/confirm',
  ]
  for (const address of addresses) {
    await open(page, address)
    await expectOperable(page)
  }
})

async function walkDialog(
  page: Page,
  name: string,
  expectOperable: (page: Page) => Promise<void>,
): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectOperable(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function waitForDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('combobox').first()).toBeVisible()
  // On touch screens, React Aria hides a dialog until the keyboard of the screen had time to open.
  await expect(dialog.locator('..')).not.toHaveAttribute('style', /clip-path/)
  await page.waitForLoadState('networkidle')
}

async function quote(buyer: Broker, { event, listing }: Offer) {
  const { data } = await buyer.call(quoteCreationRoutes.generate, {
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
  return data
}
