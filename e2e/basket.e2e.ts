import { expect, test } from './session-fixtures.ts'
import { findOffers, hold } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { Shell } from './pages/shell.ts'

test('[X-HOLD-02] by keyboard: listings of two events are selected, and a sold one is fixed with one press', async ({
  page,
  logIn,
  broker,
  pageErrors,
  expectAccessibleLayout,
}) => {
  pageErrors.expected.push(/status of 409/, /Failed to hold tickets/)
  const buyer = await logIn('buyer')
  const faster = await broker('broker2')
  const offers = await findOffers(buyer, 12, ({ splits }) => splits.length > 0)
  const [first] = offers
  const second = offers.find(({ event }) => event.id !== first?.event.id)
  if (!first || !second) throw new Error('no two events with offers')
  const { basket } = new Shell(page)
  for (const offer of [first, second]) {
    const event = new EventPage(page)
    await event.goto(offer)
    await event.row(offer.listing).row.focus()
    await page.keyboard.press('Space')
    await expect(event.row(offer.listing).row).toHaveAttribute('aria-selected', 'true')
  }
  await page.reload()
  await expect(basket.bar).toContainText('2 listings selected')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  await expect(new Shell(otherTab).basket.inHeader).toHaveAccessibleName(/2 listings selected/)
  await expectAccessibleLayout(page)

  await hold(faster, first, first.listing.splits.at(-1) ?? 1)
  await basket.hold.focus()
  await page.keyboard.press('Enter')
  await expect(basket.dialog.getByRole('alert')).toBeVisible()
  await expectAccessibleLayout(page)
  await basket.fixAndHold.focus()
  await page.keyboard.press('Enter')
  await expect(basket.dialog).toBeHidden()
  await expect(basket.bar).toContainText('held')
  await expect(basket.bar).not.toContainText('selected')
  await expect(new Shell(otherTab).basket.inHeader).not.toHaveAccessibleName(/selected/)
})

test('a pending Hold button keeps its place and does not cover the price', async ({
  page,
  logIn,
  isMobile,
}) => {
  test.skip(isMobile, 'cards have enough space')
  const buyer = await logIn('buyer')
  const [offer] = await findOffers(buyer, 1, ({ splits }) => splits.length > 0)
  if (!offer) throw new Error('no offer found')
  const { promise: responded, resolve: response } = Promise.withResolvers<void>()
  await page.route('**/hold-multiple-tickets', async (route) => {
    await responded
    await route.continue()
  })
  const event = new EventPage(page)
  await event.goto(offer)
  const { hold: button, price, row } = event.row(offer.listing)
  await expect(button).toBeVisible()
  // Late content moves the row too.
  await page.waitForLoadState('networkidle')
  const before = await button.boundingBox()
  await button.click()
  await expect(row.getByRole('button', { name: /^Hold/ })).toHaveAttribute('aria-busy', 'true')
  const [waiting, priceBox] = [await button.boundingBox(), await price.boundingBox()]
  expect(waiting).toEqual(before)
  expect((priceBox?.x ?? 0) + (priceBox?.width ?? 0)).toBeLessThan(waiting?.x ?? 0)
  response()
  await expect(new Shell(page).basket.bar).toContainText('1 listing held')
})

test('hovering the icons of a row shows their labels', async ({ page, logIn, isMobile }) => {
  test.skip(isMobile, 'phones have no mouse')
  const buyer = await logIn('buyer')
  const [offer] = await findOffers(buyer, 1, ({ notes }) => notes.length > 0)
  if (!offer) throw new Error('no listing with notes found')
  const event = new EventPage(page)
  await event.goto(offer)
  await event
    .row(offer.listing)
    .row.getByRole('button', { name: /^Notes on/ })
    .hover()
  await expect(page.getByRole('tooltip')).toContainText(offer.listing.notes[0]?.text ?? '')
})
