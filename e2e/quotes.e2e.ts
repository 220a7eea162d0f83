import type { WireEvent } from '@terrace/contracts/catalogue'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { teamChannelPrefix } from '@terrace/contracts/realtime'
import type { Broker } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { upcomingEvents, hold } from './event-listings.ts'
import { CheckoutPage, ConfirmationPage, testCards } from './pages/checkout-page.ts'
import { EventPage } from './pages/event-page.ts'
import { QuoteDialog, QuotesTab } from './pages/broker-quote-pages.ts'
import { ClientQuotePage } from './pages/client-quote-page.ts'
import { waitForSubscription } from './wait-for-subscription.ts'
import { waitForToast } from './wait-for-toast.ts'

/** Finds two listings at the top of one event that another broker can hold entirely. */
async function findTwoListings(
  broker: Broker,
): Promise<{ event: WireEvent; listings: [WireListing, WireListing] }> {
  for (const event of await upcomingEvents(broker)) {
    const { data } = await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const [first, second] = data
      .slice(0, 4)
      .filter(({ splits, available }) => splits.includes(2) && splits.includes(available) && available <= 20)
    if (first && second && first.section !== second.section) return { event, listings: [first, second] }
  }
  throw new Error('no event with two such listings at its top')
}

test('[X-QUOTE-16] [X-QUOTE-17] [X-QUOTE-18] [X-QUOTE-19] [X-QUOTE-26] an offer is quoted, one part sells out, the client takes the nearest, the broker buys it', async ({
  page,
  browser,
  baseURL,
  logIn,
  broker,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  const competitor = await broker('broker2')
  const { event, listings } = await findTwoListings(buyer)
  const clientName = `Charlotte Featherstone ${Date.now()}`
  const eventPage = new EventPage(page)
  await eventPage.goto({ event })
  for (const listing of listings) {
    const { row } = eventPage.row(listing)
    await row.focus()
    await page.keyboard.press('Space')
    await expect(row).toHaveAttribute('aria-selected', 'true')
  }
  await page
    .getByRole('region', { name: 'Basket' })
    .getByRole('button', { name: 'Quote' })
    .and(page.locator(':visible'))
    .click()
  const dialog = new QuoteDialog(page)
  await dialog.nameClient(clientName)
  await dialog.commission.fill('12')
  await dialog.create.click()
  const link = await dialog.link.inputValue()
  await expectAccessibleLayout(page)
  await dialog.close()
  const quotes = new QuotesTab(page)
  const subscribed = waitForSubscription(page, teamChannelPrefix)
  await quotes.goto()
  await expect(quotes.row(clientName)).toContainText('Active')
  const cutPx = await quotes
    .row(clientName)
    .getByText(clientName)
    .first()
    .evaluate((name) => Math.max(name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight))
  expect(cutPx, 'cut off of the client’s name').toBeLessThanOrEqual(0)
  await subscribed

  const phone = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    // The default user agent says headless, and bots do not count as viewers.
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1',
  })
  const quote = new ClientQuotePage(await phone.newPage())
  await quote.page.goto(link)
  await expect(quote.acceptButton).toBeVisible()
  await expect(quotes.row(clientName)).toContainText('1 view')
  const [chosen] = listings
  await hold(competitor, { event, listing: chosen }, chosen.available)
  await expect(quote.unavailable).toBeVisible()
  await quote.alternatives.first().check({ force: true })
  const notified = waitForToast(page, /^Client accepted/)
  await quote.accept('Ada Wong', 'ada@client.example')
  await expect(quote.panelHeading('Accepted')).toBeVisible()
  await notified
  await expect(quotes.row(clientName)).toContainText('Accepted')

  await quotes.row(clientName).click()
  await expect(quotes.buy).toBeVisible()
  await expectAccessibleLayout(page)
  await quotes.buy.click()
  await quotes.holdAndCheckOut.click()
  await expect(page).toHaveURL(/\/checkout\?quote=qt_/)
  const checkout = new CheckoutPage(page)
  await checkout.fillCard(testCards.valid)
  await checkout.pay.click()
  await expect(new ConfirmationPage(page).confirmed).toBeVisible()
  await expect(quote.panelHeading('Tickets ordered')).toBeVisible()
  await quotes.goto()
  await expect(quotes.row(clientName)).toContainText('Ordered')
  await phone.close()
})
