import { expect, test } from './session-fixtures.ts'
import { findOffer, findOffers, hold, readListing } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { HomePage, SearchPage } from './pages/home-page.ts'
import { Shell } from './pages/shell.ts'

test(
  '[X-HOLD-08] a partial release is visible to other brokers at once, then the rest',
  { tag: '@once' },
  async ({ page, logIn, openPageAs, expectAccessibleLayout }) => {
    const buyer = await logIn('buyer')
    // The setup releases the other team’s holds before a listing is selected.
    const other = await openPageAs('broker2')
    const offer = await findOffer(
      buyer,
      ({ split_type, available, splits }) =>
        (split_type === 'No Preferences' || split_type === 'Single Tickets') &&
        available >= 3 &&
        splits.length === available,
    )
    const { available } = offer.listing
    await hold(buyer, offer, 3)

    await new EventPage(page).goto(offer)
    const { basket } = new Shell(page)
    await expect(basket.bar).toContainText('1 listing')
    await expect(basket.quote).toBeInViewport()
    await expect(basket.checkout).toBeInViewport()
    await basket.openRelease()
    await expectAccessibleLayout(page)
    await basket.release.releasePart(1)
    await expect(basket.release.lines).toContainText('2 tickets')
    expect((await readListing(other.broker, offer))?.available).toBe(available - 2)

    await basket.release.releasePart(2)
    await expect(basket.release.dialog).toBeHidden()
    await expect(basket.bar).toBeHidden()
    const listing = await readListing(other.broker, offer)
    if (!listing) throw new Error('the released tickets did not become available again')
    expect(listing.available).toBe(available)
    const theirs = new EventPage(other.page)
    await theirs.goto(offer)
    // The other team sees its own currency.
    await expect(theirs.row(listing).row).toBeVisible()
  },
)

test('all holds can be released at once', async ({ page, logIn }) => {
  const buyer = await logIn('buyer')
  const offers = await findOffers(buyer, 2, ({ splits }) => splits.includes(1))
  const [first] = offers
  if (!first) throw new Error('no offers')
  for (const offer of offers) await hold(buyer, offer, 1)
  await new EventPage(page).goto(first)
  const { basket } = new Shell(page)
  await expect(basket.bar).toContainText('2 listings')
  await basket.openRelease()
  await expect(basket.release.lines).toHaveCount(2)
  await basket.release.all.click()
  await expect(basket.release.dialog).toBeHidden()
  await expect(basket.bar).toBeHidden()
  for (const offer of offers) {
    expect((await readListing(buyer, offer))?.available).toBe(offer.listing.available)
  }
})

test('a hold can be placed by keyboard alone', async ({ page, logIn, isMobile }) => {
  test.skip(isMobile, 'phones have no such keys')
  const buyer = await logIn('buyer')
  const offer = await findOffer(buyer, ({ splits }) => splits.length > 0)
  await page.goto('/')
  await expect(new HomePage(page).hot.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(offer.event.title)
  await expect(new SearchPage(page).count).toContainText(offer.event.title)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const event = new EventPage(page)
  await expect(event.heading).toHaveText(offer.event.title)
  const { row } = event.row(offer.listing)
  await expect(row).toBeVisible()
  await event.rows.first().focus()
  const from = Number(await event.rows.first().getAttribute('aria-rowindex'))
  const to = Number(await row.getAttribute('aria-rowindex'))
  for (let step = from; step < to; step++) await page.keyboard.press('ArrowDown')
  await expect(row).toBeFocused()
  await page.keyboard.press('h')
  await expect(new Shell(page).basket.bar).toContainText('1 listing')
})

test(
  '[X-HOLD-02] tickets another team just held show as unavailable in their row',
  { tag: '@once' },
  async ({ page, logIn, broker, pageErrors, expectAccessibleLayout }) => {
    pageErrors.expected.push(/status of 409/, /Failed to hold tickets/)
    const buyer = await logIn('buyer')
    const faster = await broker('broker2')
    const offer = await findOffer(
      buyer,
      ({ split_type, available }) => split_type === 'All Together' && available === 2,
    )
    // This page presses Hold before the realtime message arrives.
    await page.routeWebSocket(/\/app\//, () => undefined)
    const event = new EventPage(page)
    await event.goto(offer)
    const row = event.row(offer.listing)
    await expect(row.row).toBeVisible()
    await hold(faster, offer, 2)
    await row.hold.click()
    await expect(row.holdError).toContainText('Someone else just took the last tickets.')
    await expect(row.row).toContainText('unavailable')
    await expect(row.hold).toBeHidden()
    await expect(new Shell(page).basket.bar).toBeHidden()
    await expectAccessibleLayout(page)
  },
)

test.describe('in a browser of another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'ja-JP' })

  test('[X-CAT-07] an event page shows the venue’s local date and time', async ({ page, logIn }) => {
    const buyer = await logIn('buyer')
    const offer = await findOffer(buyer, () => true)
    const [date = '', time = ''] = offer.event.event_date_local.split('T')
    await new EventPage(page).goto(offer)
    const main = page.getByRole('main')
    await expect(main).toContainText(offer.event.venue.name)
    if (offer.event.time_confirmed) await expect(main).toContainText(time)
    await expect(main).toContainText(new RegExp(`\\b${Number(date.slice(8))}\\b`))
  })
})
