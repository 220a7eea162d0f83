import type { Page } from '@playwright/test'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { trackingRoutes } from '@terrace/contracts/tracking'
import type { Broker } from '../api.ts'
import { findOffers, upcomingEvents } from '../event-listings.ts'
import { EventPage } from '../pages/event-page.ts'
import { Shell } from '../pages/shell.ts'
import { expect, test } from '../session-fixtures.ts'
import { listManyListings } from './list-many-listings.ts'

/** How much of the lists is visible without scrolling, and that loading moves nothing. */

/** Number of elements that are fully visible above the basket, or in the window. */
const countVisible = (page: Page, selector: string) =>
  page.evaluate<number>(`(() => {
    const basket = document.querySelector('section[aria-label=Basket]')
    const bottom = basket?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('${selector}')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.height > 0 && box.top >= 0 && box.bottom <= bottom + 1
    }).length
  })()`)

async function largestEvent(broker: Broker): Promise<WireEvent> {
  const [event] = (await upcomingEvents(broker)).toSorted(
    (left, right) => right.ticket_count - left.ticket_count,
  )
  if (!event) throw new Error('no upcoming event found')
  return event
}

/** Opens the event with the most tickets, with a listing in the basket. */
async function openWithBasket(page: Page, broker: Broker): Promise<void> {
  const eventPage = new EventPage(page)
  await eventPage.goto({ event: await largestEvent(broker) })
  await eventPage.rows.first().focus()
  await page.keyboard.press('Space')
  await expect(new Shell(page).basket.bar).toContainText('1 listing selected')
  await page.evaluate('scrollTo(0, 0)')
}

test('18 listings are visible with the basket at 1440 × 900', async ({ page, logIn, isMobile }) => {
  test.skip(isMobile, 'for large screens')
  await listManyListings(page)
  await openWithBasket(page, await logIn('buyer'))
  await expect.poll(() => countVisible(page, '[data-row]')).toBeGreaterThanOrEqual(18)
})

test('4 listings are visible with the basket on a phone', async ({ page, logIn, isMobile }) => {
  test.skip(!isMobile, 'for phones')
  await listManyListings(page)
  await openWithBasket(page, await logIn('buyer'))
  await expect.poll(() => countVisible(page, '[data-row]')).toBeGreaterThanOrEqual(4)
})

test('cards of several lines do not overlap after scrolling', async ({ page, logIn, isMobile }) => {
  test.skip(!isMobile, 'for phones')
  await listManyListings(page, { row: 'Row 40', first_seat: 3801, last_seat: 3804 })
  const broker = await logIn('buyer')
  const { rows } = new EventPage(page)
  await new EventPage(page).goto({ event: await largestEvent(broker) })
  await rows.first().waitFor()
  const scrolledTo = () => page.evaluate<number>('Math.round(window.scrollY)')
  for (let screen = 1; screen <= 6; screen += 1) {
    const before = await scrolledTo()
    await page.mouse.wheel(0, 700)
    await expect.poll(scrolledTo).toBeGreaterThan(before)
  }
  const overlaps = () =>
    page.evaluate<number>(`(() => {
      const boxes = [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect())
      const sorted = boxes.sort((one, other) => one.top - other.top)
      return sorted.filter((box, place) => place > 0 && box.top < sorted[place - 1].bottom - 1).length
    })()`)
  await expect.poll(overlaps).toBe(0)
})

test('the undo bar covers no action on the selected rows', async ({ page, logIn, isMobile }) => {
  // Lower than the list, so that the actions are docked to the window.
  await page.setViewportSize({ width: isMobile ? 390 : 1024, height: 300 })
  const broker = await logIn('buyer')
  for (const { listing } of await findOffers(broker, 2, () => true)) {
    await broker.call(trackingRoutes.track, { body: { list_id: listing.id, status: 'yes' } })
  }
  await page.goto('/profile?tab=tracked')
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  // Its code loads with the first selection.
  await bar.waitFor()
  await page
    .getByRole('button', { name: /^Stop tracking/ })
    .first()
    .click()
  const undo = await page.getByRole('group', { name: 'Undo' }).boundingBox()
  const actions = await bar.boundingBox()
  if (!undo || !actions) throw new Error('a bar is missing')
  expect(undo.y + undo.height).toBeLessThanOrEqual(actions.y)
})

test('14 events are visible in the search and on a category’s page at 1440 × 900', async ({
  page,
  logIn,
  isMobile,
}) => {
  test.skip(isMobile, 'for large screens')
  const { category } = await largestEvent(await logIn('buyer'))
  await page.goto('/search')
  await expect.poll(() => countVisible(page, 'ul[aria-label=Events] > li')).toBeGreaterThanOrEqual(14)
  await page.goto(`/category/${category.slug}`)
  await expect.poll(() => countVisible(page, 'ul[aria-label^="Events of"] > li')).toBeGreaterThanOrEqual(14)
})

test('the quantities are in one line at 1024 px', async ({ page, logIn, isMobile }) => {
  test.skip(isMobile, 'for tablets')
  const event = await largestEvent(await logIn('buyer'))
  await page.setViewportSize({ width: 1024, height: 768 })
  await new EventPage(page).goto({ event })
  const filters = page.getByRole('group', { name: 'Filters' })
  const quantities = filters.getByRole('radiogroup', { name: 'Quantity' }).locator('label')
  await expect(quantities).toHaveCount(5)
  const tops = await quantities.evaluateAll((labels) =>
    labels.map((label) => label.getBoundingClientRect().top),
  )
  expect(new Set(tops.map(Math.round)).size).toBe(1)
})

test('nothing moves while an event loads', async ({ page, logIn, isMobile }) => {
  test.skip(isMobile, 'on a phone, the lines of the header depend on the event')
  const event = await largestEvent(await logIn('buyer'))
  // Slow enough for the skeletons to be painted.
  await page.route(/\/(events\/\d+|tickets\/feed)/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    await route.continue()
  })
  await page.addInitScript(`
    globalThis.shifted = 0
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  const eventPage = new EventPage(page)
  await eventPage.goto({ event })
  await expect(eventPage.rows.first()).toBeVisible()
  await expect(page.getByText(/tickets in/).first()).toBeVisible()
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  expect(await page.evaluate<number>('globalThis.shifted')).toBeLessThan(0.05)
})
