import { expect, test } from './journey.ts'
import { findOffer, hold, readListing } from './market.ts'
import { EventPage } from './pages/event-page.ts'
import { Shell } from './pages/shell.ts'

test('[X-HOLD-08] part of what is held goes back and others see it at once, then the rest', async ({
  page,
  signIn,
  openPageAs,
  expectAccessible,
}) => {
  const buyer = await signIn('buyer')
  const offer = await findOffer(
    buyer,
    ({ split_type, available, splits }) =>
      (split_type === 'No Preferences' || split_type === 'Single Tickets') &&
      available >= 3 &&
      splits.length === available,
  )
  const { available } = offer.listing
  await hold(buyer, offer, 3)
  const other = await openPageAs('broker2')

  await new EventPage(page).goto(offer)
  const { basket } = new Shell(page)
  await expect(basket.bar).toContainText('1 listing')
  await basket.openRelease()
  await expectAccessible(page)
  await basket.release.part(1)
  await expect(basket.release.lines).toContainText('2 tickets')
  expect((await readListing(other.broker, offer))?.available).toBe(available - 2)

  await basket.release.part(2)
  await expect(basket.release.dialog).toBeHidden()
  await expect(basket.bar).toBeHidden()
  const listing = await readListing(other.broker, offer)
  if (!listing) throw new Error('the tickets did not come back')
  expect(listing.available).toBe(available)
  const theirs = new EventPage(other.page)
  await theirs.goto(offer)
  // In their own currency.
  await expect(theirs.row(listing).row).toBeVisible()
})

test('[X-HOLD-02] tickets that somebody else has just held are told to be gone, in their row', async ({
  page,
  signIn,
  broker,
  pageErrors,
  expectAccessible,
}) => {
  pageErrors.expected.push(/status of 409/, /Holding failed/)
  const buyer = await signIn('buyer')
  const faster = await broker('broker2')
  const offer = await findOffer(
    buyer,
    ({ split_type, available }) => split_type === 'All Together' && available === 2,
  )
  const event = new EventPage(page)
  await event.goto(offer)
  const row = event.row(offer.listing)
  await expect(row.row).toBeVisible()
  await hold(faster, offer, 2)
  await row.hold.click()
  await expect(row.refusal).toContainText('Just gone: somebody else took the last ones.')
  await expect(row.row).toContainText('just gone')
  await expect(row.hold).toBeHidden()
  await expect(new Shell(page).basket.bar).toBeHidden()
  await expectAccessible(page)
})

test.describe('in a browser of another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'ja-JP' })

  test('[X-CAT-07] an event’s page shows the venue’s own date and time', async ({ page, signIn }) => {
    const buyer = await signIn('buyer')
    const offer = await findOffer(buyer, () => true)
    const [date = '', time = ''] = offer.event.event_date_local.split('T')
    await new EventPage(page).goto(offer)
    const main = page.getByRole('main')
    await expect(main).toContainText(offer.event.venue.name)
    if (offer.event.time_confirmed) await expect(main).toContainText(time)
    await expect(main).toContainText(new RegExp(`\\b${Number(date.slice(8))}\\b`))
  })
})
