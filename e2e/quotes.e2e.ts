import type { WireEvent } from '@terrace/contracts/catalogue'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { teamChannelPrefix } from '@terrace/contracts/realtime'
import type { Broker } from './api.ts'
import { expect, test } from './journey.ts'
import { eventsAhead, hold } from './market.ts'
import { CheckoutPage, ConfirmationPage, testCards } from './pages/checkout-page.ts'
import { EventPage } from './pages/event-page.ts'
import { ClientPage, QuoteDialog, QuotesPage } from './pages/quote-pages.ts'
import { whenListening } from './when-listening.ts'
import { whenTold } from './when-told.ts'

/** Two listings at the top of one event, of which another broker could take all there is. */
async function findTwo(broker: Broker): Promise<{ event: WireEvent; listings: [WireListing, WireListing] }> {
  for (const event of await eventsAhead(broker)) {
    const { data } = await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const [first, second] = data
      .slice(0, 4)
      .filter(({ splits, available }) => splits.includes(2) && splits.includes(available) && available <= 20)
    if (first && second && first.section !== second.section) return { event, listings: [first, second] }
  }
  throw new Error('no event has two such listings at its top')
}

test('[X-QUOTE-16] [X-QUOTE-17] [X-QUOTE-18] [X-QUOTE-19] [X-QUOTE-26] an offer is quoted, one part of it goes, the client takes what is nearest, and the broker buys it', async ({
  page,
  browser,
  baseURL,
  signIn,
  broker,
  expectSound,
}) => {
  const buyer = await signIn('buyer')
  const faster = await broker('broker2')
  const { event, listings } = await findTwo(buyer)
  const client = `Ada ${Date.now()}`
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
  await dialog.client.fill(client)
  await dialog.commission.fill('12')
  await expectSound(page)
  await dialog.make.click()
  const link = await dialog.link.inputValue()
  await expectSound(page)
  await dialog.close()
  const quotes = new QuotesPage(page)
  const hears = whenListening(page, teamChannelPrefix)
  await quotes.goto()
  await expect(quotes.row(client)).toContainText('Active')
  await hears

  const phone = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    // A browser that says it has no head is taken for a robot, whose looks are not counted.
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1',
  })
  const visitor = new ClientPage(await phone.newPage())
  await visitor.page.goto(link)
  await expect(visitor.accept).toBeVisible()
  await expect(quotes.row(client)).toContainText('1 view')
  const [wanted] = listings
  await hold(faster, { event, listing: wanted }, wanted.available)
  await expect(visitor.gone).toBeVisible()
  await visitor.alternatives.first().check({ force: true })
  await visitor.accept.click()
  await visitor.name.fill('Ada Wong')
  await visitor.email.fill('ada@client.example')
  const told = whenTold(page, /^Client accepted/)
  await visitor.confirm.click()
  await expect(visitor.says('Accepted')).toBeVisible()
  await told
  await expect(quotes.row(client)).toContainText('Accepted')

  await quotes.row(client).click()
  await expect(quotes.buy).toBeVisible()
  await expectSound(page)
  await quotes.buy.click()
  await quotes.holdAndCheckOut.click()
  await expect(page).toHaveURL(/\/checkout\?quote=qt_/)
  const checkout = new CheckoutPage(page)
  await checkout.fillCard(testCards.good)
  await checkout.pay.click()
  await expect(new ConfirmationPage(page).confirmed).toBeVisible()
  await expect(visitor.says('Tickets ordered')).toBeVisible()
  await quotes.goto()
  await expect(quotes.row(client)).toContainText('Ordered')
  await phone.close()
})
