import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  chromium,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { demoPassword, logIn, type Broker } from './api.ts'
import { browserToLaunch } from './browser.ts'
import { releaseAll, upcomingEvents } from './event-listings.ts'
import { startIsolatedServer } from './isolated-server.ts'
import { CheckoutPage, testCards } from './pages/checkout-page.ts'
import { EventPage } from './pages/event-page.ts'
import { ImportPages } from './pages/import-pages.ts'
import { InventoryPage } from './pages/inventory-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { ClientQuotePage } from './pages/client-quote-page.ts'
import { Shell } from './pages/shell.ts'
import { VenuePlan } from './pages/venue-plan.ts'

// `npm run docs:images` takes the README's screenshots on an isolated server with the demo listings.
const imagesFolder = join(import.meta.dirname, '../docs/images')
const demoListings = 60_000

/** Fixed, so that two runs differ only where the stock, the dates or the pages do. */
const contextOptions: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'Europe/London',
}

const server = await startIsolatedServer(4186, {}, demoListings)
try {
  const browser = await chromium.launch(await browserToLaunch())
  try {
    await takeImages(browser, server.url)
  } finally {
    await browser.close()
  }
} finally {
  await server.stop()
}

async function takeImages(browser: Browser, baseURL: string): Promise<void> {
  const buyer = await logIn(baseURL, 'buyer')
  const [event] = await upcomingEvents(buyer)
  if (!event) throw new Error('The demo has no upcoming event')
  await mkdir(imagesFolder, { recursive: true })

  const context = await browser.newContext({ ...contextOptions, baseURL })
  const page = await context.newPage()
  const login = new LoginPage(page)
  await login.goto()
  await login.logIn('buyer', demoPassword)
  await new Shell(page).account.waitFor()
  await save('event', await eventImage(page, buyer, event))
  await releaseAll(buyer)
  await save('checkout', await checkoutImage(page, buyer, event))
  await releaseAll(buyer)
  await context.close()
  await save('quote', await quoteImage(browser, await createQuote(buyer, event, baseURL)))
  await save('inventory', await inventoryImage(await browser.newContext({ ...contextOptions, baseURL })))
  await save('import', await importImage(await browser.newContext({ ...contextOptions, baseURL }), baseURL))
  await save('rules', await rulesImage(await browser.newContext({ ...contextOptions, baseURL })))
}

/** Filters, two held listings, and a hovered block on the seating map. */
async function eventImage(page: Page, buyer: Broker, event: WireEvent): Promise<Buffer> {
  const [first, second, third] = onePer(await findListings(buyer, event, 4), sellerOf)
  if (!first || !second || !third) throw new Error('Too few sellers offer four tickets')
  await page.goto(`/tickets/${event.slug}/${event.id}?quantity=4&max=600`)
  const eventPage = new EventPage(page)
  const { basket } = new Shell(page)
  for (const [index, listing] of [first, second].entries()) {
    await eventPage.row(listing).hold.click()
    await basket.bar.getByText(index === 0 ? '1 listing held' : '2 listings held').waitFor()
  }
  const plan = new VenuePlan(page)
  // Repeated, because the list’s answer to the holds ends the highlight.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await plan.block(third.section).hover()
    await plan.region.getByText(/^\d+ listings?, all-in from/).waitFor({ timeout: 2000 })
  }).toPass()
  return screenshot(page)
}

/** A new rule with its simulation. */
async function rulesImage(context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage()
  const login = new LoginPage(page)
  await login.goto()
  await login.logIn('seller', demoPassword)
  await new InventoryPage(page).grid.waitFor()
  await page.goto('/sell/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByLabel('Name').fill('Stay below the lowest')
  await page.getByRole('button', { name: 'Save and simulate' }).click()
  await page.getByRole('table', { name: 'Simulated prices' }).waitFor()
  const image = await screenshot(page)
  await context.close()
  return image
}

/** A seller’s listings by event, some selected for a lower price. */
async function inventoryImage(context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage()
  const login = new LoginPage(page)
  await login.goto()
  await login.logIn('seller', demoPassword)
  const inventory = new InventoryPage(page)
  await inventory.search.fill('Arsenal')
  const boxes = inventory.grid.getByRole('checkbox', { name: /^Select Block/ })
  await boxes.first().click()
  await boxes.nth(11).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('form', { name: 'Selected listings' })
  await bar.getByRole('combobox', { name: /round/i }).selectOption('Round to 0.50')
  await bar.getByRole('textbox').fill('-4')
  const image = await screenshot(page)
  await context.close()
  return image
}

/** The second file of a seller's system: prices moved, some listings are missing, and some events have other names. */
async function importImage(context: BrowserContext, baseURL: string): Promise<Buffer> {
  const seller = await logIn(baseURL, 'seller')
  const { data } = await seller.call(inventoryExportRoutes.export, { query: {} })
  const [header = '', ...lines] = data.csv.trim().split('\r\n').slice(0, 240)
  const page = await context.newPage()
  await new LoginPage(page).goto()
  await new LoginPage(page).logIn('seller', demoPassword)
  await new InventoryPage(page).grid.waitFor()
  const imports = new ImportPages(page)
  await imports.goto()
  await imports.upload('northgate-2026-11-22.csv', [header, ...lines].join('\r\n'))
  await page.getByRole('radio', { name: /^Full replace/ }).check({ force: true })
  await imports.saveProfile.click()
  await imports.apply.click()
  await page.getByText(/changes? written/).waitFor()
  await imports.goto()
  await imports.upload('northgate-2026-11-23.csv', [header, ...nextDay(lines)].join('\r\n'))
  await imports.held.getByRole('radio').first().waitFor()
  const image = await screenshot(page)
  await context.close()
  return image
}

/** The same listings a day later: two thirds are left, most prices moved, and every ninth event has another name. */
function nextDay(lines: readonly string[]): string[] {
  return lines.slice(0, 160).map((line, at) => {
    const moved = line.replace(/,(\d+)\.(\d\d),GBP/, (_, pounds: string) => {
      const percent = at % 3 === 0 ? 100 : 84 + ((at * 7) % 24)
      return `,${((Number(pounds) * percent) / 100).toFixed(2)},GBP`
    })
    return at % 9 === 4 ? moved.replace(/^([^,]*,[^,]*),\d+,([^,]*)/, '$1,,LIVE $2') : moved
  })
}

/** Tickets of three sellers; one seller requires attendee details. */
async function checkoutImage(page: Page, buyer: Broker, event: WireEvent): Promise<Buffer> {
  const listings = await findListings(buyer, event, 2)
  const asksForAttendees = listings.find((listing) => listing.attendee_identification_details_required)
  if (!asksForAttendees) throw new Error('No seller asks for attendees')
  const others = listings.filter((listing) => !listing.attendee_identification_details_required)
  const held = onePer([asksForAttendees, ...others], sellerOf).slice(0, 3)
  await buyer.call(holdsRoutes.place, { body: held.map(({ id }) => ({ listing_id: id, quantity: 2 })) })
  const checkout = new CheckoutPage(page)
  // Tall enough for the card form, without the footer.
  await page.setViewportSize({ width: 1440, height: 1216 })
  await checkout.goto()
  await fillAttendee(checkout.attendee(1), 'Ada', 'X1234567')
  await fillAttendee(checkout.attendee(2), 'Byron', 'Y7654321')
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await checkout.fillCard(testCards.valid)
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
  return screenshot(page)
}

async function fillAttendee(group: Locator, firstName: string, passport: string): Promise<void> {
  await group.getByLabel('First name').fill(firstName)
  await group.getByLabel('Last name').fill('Lovelace')
  await group.getByLabel('Date of birth').fill('10-12-1990')
  await group.getByLabel('Nationality').selectOption('United Kingdom')
  await group.getByLabel('Document type').selectOption('Passport')
  await group.getByLabel('Document number').fill(passport)
}

/** A quote of three offers in the name and colour of the buyer's team. Returns the client's link. */
async function createQuote(buyer: Broker, event: WireEvent, baseURL: string): Promise<string> {
  const { data } = await buyer.call(quoteSettingsRoutes.read)
  const { name, offers_alternatives, hold_on_accept, mail } = data
  const contact = { contact_email: 'hello@marshpike.example', contact_phone: '+44 20 7946 0123' }
  await buyer.call(quoteSettingsRoutes.change, {
    body: { name, offers_alternatives, hold_on_accept, mail, colour: '#1d4f91', ...contact },
  })
  const listings = await findListings(buyer, event, 2)
  const inOneRow = listings.filter(({ row, notes }) => row !== '' && notes.length === 0)
  const offers = onePer(inOneRow, ({ category }) => category.id).slice(0, 3)
  const { data: quote } = await buyer.call(quoteCreationRoutes.generate, {
    body: {
      event_id: event.id,
      title: 'Two seats together',
      client_name: 'Jane Miller',
      note: 'All three are pairs side by side. Let me know by this evening which you prefer.',
      quote_expiry: 6,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '12',
      listings: offers.map(({ id }) => ({ listing_id: id, quantity: 2 })),
    },
  })
  return `${baseURL}/quote/${quote.slug}`
}

/** The client's page on a desktop and on a phone, side by side. */
async function quoteImage(browser: Browser, link: string): Promise<Buffer> {
  const onDesktop = await clientImage(browser, link, {
    viewport: { width: 1440, height: 890 },
    deviceScaleFactor: 2,
  })
  const onPhone = await clientImage(browser, link, {
    viewport: { width: 390, height: 845 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const source = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`
  const page = await browser.newPage({ viewport: { width: 1440, height: 682 } })
  await page.setContent(`
    <style>
      body { display: flex; justify-content: space-between; margin: 0; background: white }
      img { box-sizing: border-box; height: 682px; border: 1px solid #d9dcda; border-radius: 12px }
    </style>
    <img src="${source(onDesktop)}"><img src="${source(onPhone)}">`)
  const image = await screenshot(page)
  await page.close()
  return image
}

async function clientImage(browser: Browser, link: string, device: BrowserContextOptions): Promise<Buffer> {
  const context = await browser.newContext({ ...contextOptions, ...device })
  const quote = new ClientQuotePage(await context.newPage())
  await quote.page.goto(link)
  await quote.page.getByRole('checkbox').nth(1).check()
  // A hovered offer highlights its block on the map.
  await quote.page.mouse.move(0, 0)
  const image = await screenshot(quote.page)
  await context.close()
  return image
}

/** Waits for pending responses, so that no skeleton is visible. */
async function screenshot(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle')
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

async function save(name: string, image: Buffer): Promise<void> {
  await writeFile(join(imagesFolder, `${name}.png`), image)
}

/** Listings that sell this many tickets together, cheapest first. */
async function findListings(buyer: Broker, event: WireEvent, quantity: number): Promise<WireListing[]> {
  const { data } = await buyer.call(listingsRoutes.feed, { query: { event_id: event.id } })
  return data.filter(({ splits }) => splits.includes(quantity))
}

/** The first listing for each key: the cheapest, in a feed sorted by price. */
function onePer(listings: WireListing[], keyOf: (listing: WireListing) => string | number): WireListing[] {
  const keys = new Set<string | number>()
  return listings.filter((listing) => !keys.has(keyOf(listing)) && keys.add(keyOf(listing)))
}

function sellerOf({ seller }: WireListing): string {
  return seller.id
}
