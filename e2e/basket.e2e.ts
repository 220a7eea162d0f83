import { expect, test } from './journey.ts'
import { findOffers, hold } from './market.ts'
import { EventPage } from './pages/event-page.ts'
import { Shell } from './pages/shell.ts'

test('[X-HOLD-02] listings of two events are selected by keyboard, and what somebody else took meanwhile is repaired at one press', async ({
  page,
  signIn,
  broker,
  pageErrors,
  expectSound,
}) => {
  pageErrors.expected.push(/status of 409/, /Holding failed/)
  const buyer = await signIn('buyer')
  const faster = await broker('broker2')
  const offers = await findOffers(buyer, 12, ({ splits }) => splits.length > 0)
  const [first] = offers
  const second = offers.find(({ event }) => event.id !== first?.event.id)
  if (!first || !second) throw new Error('there are no offers of two events')
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
  const beside = await page.context().newPage()
  await beside.goto('/')
  await expect(new Shell(beside).basket.bar).toContainText('2 listings selected')
  await expectSound(page)

  await hold(faster, first, first.listing.splits.at(-1) ?? 1)
  await basket.hold.focus()
  await page.keyboard.press('Enter')
  await expect(basket.dialog.getByRole('alert')).toBeVisible()
  await expectSound(page)
  await basket.repair.focus()
  await page.keyboard.press('Enter')
  await expect(basket.dialog).toBeHidden()
  await expect(basket.bar).toContainText('held')
  await expect(basket.bar).not.toContainText('selected')
  await expect(new Shell(beside).basket.bar).not.toContainText('selected')
})

test('while Hold waits for its answer nothing moves, and it keeps off the price', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.skip(isMobile, 'a card has room')
  const buyer = await signIn('buyer')
  const [offer] = await findOffers(buyer, 1, ({ splits }) => splits.length > 0)
  if (!offer) throw new Error('there is nothing on offer')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/hold-multiple-tickets', async (route) => {
    await answered
    await route.continue()
  })
  const event = new EventPage(page)
  await event.goto(offer)
  const { hold: button, price, row } = event.row(offer.listing)
  await expect(button).toBeVisible()
  // What comes late moves the row as well.
  await page.waitForLoadState('networkidle')
  const before = await button.boundingBox()
  await button.click()
  await expect(row.getByRole('button', { name: /^Hold/ })).toHaveAttribute('aria-busy', 'true')
  const [waiting, beside] = [await button.boundingBox(), await price.boundingBox()]
  expect(waiting).toEqual(before)
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(waiting?.x ?? 0)
  answer()
  await expect(new Shell(page).basket.bar).toContainText('1 listing held')
})

test('the first time the mouse comes to the icons of a row, their words are shown', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no mouse')
  const buyer = await signIn('buyer')
  const [offer] = await findOffers(buyer, 1, ({ notes }) => notes.length > 0)
  if (!offer) throw new Error('there are no notes')
  const event = new EventPage(page)
  await event.goto(offer)
  await event
    .row(offer.listing)
    .row.getByRole('button', { name: /^Notes on/ })
    .hover()
  await expect(page.getByRole('tooltip')).toContainText(offer.listing.notes[0]?.text ?? '')
})
