import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannelPrefix } from '@terrace/contracts/realtime'
import type { Broker } from './api.ts'
import { expect, test } from './session-fixtures.ts'
import { findOffer, findOffers, hold, type Offer } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { ClientQuotePage } from './pages/client-quote-page.ts'
import { Shell } from './pages/shell.ts'
import { waitForSubscription } from './wait-for-subscription.ts'
import { waitForToast } from './wait-for-toast.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 3,
  // The default user agent says headless, and bots do not count as viewers.
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

test('[QUOTE-01] [X-QUOTE-16] [X-QUOTE-17] [X-QUOTE-18] [X-QUOTE-19] a client sees an offer sell out and accepts the alternative; the broker is notified', async ({
  page,
  browser,
  baseURL,
  logIn,
  broker,
  expectAccessibleLayout,
}) => {
  const buyer = await logIn('buyer')
  const competitor = await broker('broker2')
  const [chosen, other] = await findTwoOffers(buyer)
  const event = new EventPage(page)
  const subscribed = waitForSubscription(page, teamChannelPrefix)
  await event.goto(chosen)
  for (const { listing } of [chosen, other]) {
    await event.row(listing).row.focus()
    await page.keyboard.press('Space')
    await expect(event.row(listing).row).toHaveAttribute('aria-selected', 'true')
  }
  const { basket } = new Shell(page)
  await basket.quote.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Client', exact: true }).fill('Jane Miller')
  await dialog.getByLabel('Commission in percent').fill('10')
  await dialog.getByRole('button', { name: 'Create quote' }).click()
  const link = await dialog.getByLabel('Link for the client').inputValue()
  expect(link).toMatch(new RegExp(`^${baseURL ?? ''}/quote/[\\w-]{16,}$`))
  await dialog.getByRole('button', { name: 'Done' }).click()

  const clientContext = await browser.newContext(phone)
  const clientPage = await clientContext.newPage()
  const quote = new ClientQuotePage(clientPage)
  const clientSubscribed = waitForSubscription(clientPage, 'quote-')
  await subscribed
  const viewNotice = waitForToast(page, /^Client opened/)
  await clientPage.goto(link)
  await expect(quote.heading).toHaveText(chosen.event.title)
  await viewNotice
  await clientSubscribed
  await expectAccessibleLayout(clientPage)

  await quote.offer(chosen.listing.section).check()
  await hold(competitor, chosen, chosen.listing.available)
  await expect(quote.unavailable).toBeVisible()
  await expect(quote.panel).toContainText('removed from your selection')
  await expectAccessibleLayout(clientPage)

  await quote.alternativesTo(chosen.listing.section).first().check()
  const responseNotice = waitForToast(page, /^Client accepted/)
  await quote.accept('Jane Miller', 'jane@example.com')
  await expect(quote.panel.getByRole('heading', { name: 'Accepted' })).toBeVisible()
  await responseNotice
  await expectAccessibleLayout(clientPage)
  const { data } = await buyer.call(quotesRoutes.list, { query: {} })
  expect(data[0]).toMatchObject({ status: 'Accepted', client_name: 'Jane Miller' })
  expect(data[0]?.views.count).toBe(1)
  await clientContext.close()
})

test('[X-QUOTE-12] [X-QUOTE-14] [X-QUOTE-15] a link to one offer, an unknown link and a withdrawn quote have their own pages', async ({
  page,
  broker,
  pageErrors,
  expectAccessibleLayout,
}) => {
  pageErrors.expected.push(/status of 404/, /status of 410/)
  const buyer = await broker('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.includes(1))
  const { data: created } = await buyer.call(quoteCreationRoutes.generate, {
    body: {
      event_id: offer.event.id,
      title: 'One seat',
      quote_expiry: 2,
      currency_to_display: 'GBP',
      commission_method: 'fixed',
      commission_amount: '5',
      hold_ids: [],
      is_vip_listings: 0,
      listings: [{ listing_id: offer.listing.id, quantity: 1 }],
    },
  })
  const path = `/quote/${created.slug}`
  await page.goto(`${path}/${created.offers[0]?.id ?? ''}`)
  const quote = new ClientQuotePage(page)
  await expect(quote.offer(offer.listing.section)).toBeChecked()
  await page.goto(`${path}x`)
  await expect(quote.heading).toHaveText('Not found')
  await expectAccessibleLayout(page)

  await page.goto(path)
  await expect(quote.heading).toHaveText(offer.event.title)
  await buyer.call(quotesRoutes.withdraw, { params: { quote_id: created.id }, body: {} })
  await expect(quote.heading).toHaveText('This quote was withdrawn')
  await expectAccessibleLayout(page)
  await page.reload()
  await expect(quote.heading).toHaveText('This quote was withdrawn')
  await expect(page.getByRole('link', { name: /^Email / })).toBeVisible()
  await expect(page).toHaveURL(path)
})

/** Finds two offers of one event in different blocks; the first can be held entirely. */
async function findTwoOffers(buyer: Broker): Promise<[Offer, Offer]> {
  const offers = await findOffers(
    buyer,
    20,
    ({ splits, available }) => splits.includes(available) && available <= 8,
  )
  for (const chosen of offers) {
    const other = offers.find(
      ({ event, listing }) => event.id === chosen.event.id && listing.section !== chosen.listing.section,
    )
    if (other) return [chosen, other]
  }
  throw new Error('no event with two such offers')
}
