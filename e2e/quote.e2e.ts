import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannelPrefix } from '@terrace/contracts/realtime'
import type { Broker } from './api.ts'
import { expect, test } from './journey.ts'
import { findOffer, findOffers, hold, type Offer } from './market.ts'
import { EventPage } from './pages/event-page.ts'
import { QuotePage } from './pages/quote-page.ts'
import { Shell } from './pages/shell.ts'
import { whenListening } from './when-listening.ts'
import { whenTold } from './when-told.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 3,
  // The browser's own name says that no person sits before it; what robots fetch is no view.
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

test('[QUOTE-01] [X-QUOTE-16] [X-QUOTE-17] [X-QUOTE-18] [X-QUOTE-19] a client on a phone sees an offer go while looking, takes the alternative, and the broker is told', async ({
  page,
  browser,
  baseURL,
  signIn,
  broker,
  expectSound,
}) => {
  const buyer = await signIn('buyer')
  const faster = await broker('broker2')
  const [wanted, other] = await twoOffers(buyer)
  const event = new EventPage(page)
  const hears = whenListening(page, teamChannelPrefix)
  await event.goto(wanted)
  for (const { listing } of [wanted, other]) {
    await event.row(listing).row.focus()
    await page.keyboard.press('Space')
    await expect(event.row(listing).row).toHaveAttribute('aria-selected', 'true')
  }
  const { basket } = new Shell(page)
  await basket.quote.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Client', { exact: true }).fill('Jane Miller')
  await dialog.getByLabel('Commission in percent').fill('10')
  await dialog.getByRole('button', { name: 'Make the quote' }).click()
  const link = await dialog.getByLabel('Link for the client').inputValue()
  expect(link).toMatch(new RegExp(`^${baseURL ?? ''}/quote/[\\w-]{16,}$`))
  await dialog.getByRole('button', { name: 'Done' }).click()

  const visitor = await browser.newContext(phone)
  const seen = await visitor.newPage()
  const quote = new QuotePage(seen)
  const listening = whenListening(seen, 'quote-')
  await hears
  const toldOfView = whenTold(page, /^Client opened/)
  await seen.goto(link)
  await expect(quote.heading).toHaveText(wanted.event.title)
  await toldOfView
  await listening
  await expectSound(seen)

  await quote.offer(wanted.listing.section).check()
  await hold(faster, wanted, wanted.listing.available)
  await expect(quote.gone).toBeVisible()
  await expect(quote.panel).toContainText('no longer chosen')
  await expectSound(seen)

  await quote.insteadOf(wanted.listing.section).first().check()
  const toldOfAnswer = whenTold(page, /^Client accepted/)
  await quote.accept('Jane Miller', 'jane@example.com')
  await expect(quote.panel.getByRole('heading', { name: 'Accepted' })).toBeVisible()
  await toldOfAnswer
  await expectSound(seen)
  const { data } = await buyer.call(quotesRoutes.list, { query: {} })
  expect(data[0]).toMatchObject({ status: 'Accepted', client_name: 'Jane Miller' })
  expect(data[0]?.views.count).toBe(1)
  await visitor.close()
})

test('[X-QUOTE-12] [X-QUOTE-14] [X-QUOTE-15] a link to one offer, an unknown link and a withdrawn quote are pages of their own', async ({
  page,
  broker,
  pageErrors,
  expectSound,
}) => {
  pageErrors.expected.push(/status of 404/, /status of 410/)
  const buyer = await broker('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.includes(1))
  const { data: made } = await buyer.call(quotesRoutes.generate, {
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
  const path = `/quote/${made.slug}`
  await page.goto(`${path}/${made.offers[0]?.id ?? ''}`)
  const quote = new QuotePage(page)
  await expect(quote.offer(offer.listing.section)).toBeChecked()
  await page.goto(`${path}x`)
  await expect(quote.heading).toHaveText('Not found')
  await expectSound(page)

  await page.goto(path)
  await expect(quote.heading).toHaveText(offer.event.title)
  await buyer.call(quotesRoutes.withdraw, { params: { quote_id: made.id }, body: {} })
  await expect(quote.heading).toHaveText('This quote was withdrawn')
  await expectSound(page)
  await page.reload()
  await expect(quote.heading).toHaveText('This quote was withdrawn')
  await expect(page.getByRole('link', { name: /^Write to / })).toBeVisible()
  await expect(page).toHaveURL(path)
})

/** Two of one event, in different blocks; of the first all can be held at once. */
async function twoOffers(buyer: Broker): Promise<[Offer, Offer]> {
  const offers = await findOffers(
    buyer,
    20,
    ({ splits, available }) => splits.includes(available) && available <= 8,
  )
  for (const wanted of offers) {
    const other = offers.find(
      ({ event, listing }) => event.id === wanted.event.id && listing.section !== wanted.listing.section,
    )
    if (other) return [wanted, other]
  }
  throw new Error('no event has two such offers')
}
