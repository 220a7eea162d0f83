import type { Page } from '@playwright/test'
import { expect, test } from './session-fixtures.ts'
import { Keyboard } from './keyboard.ts'
import { findOffer } from './event-listings.ts'
import { EventPage } from './pages/event-page.ts'
import { VenuePlan } from './pages/venue-plan.ts'

test('[X-CAT-13] by keyboard: a plan block can be reached, zoomed, selected and deselected', async ({
  page,
  logIn,
  isMobile,
  expectAccessibleLayout,
}) => {
  const offer = await findOffer(await logIn('buyer'), ({ general_admission: isOpen }) => !isOpen)
  const { section } = offer.listing
  const event = new EventPage(page)
  const plan = new VenuePlan(page)
  const keyboard = new Keyboard(page)
  await event.goto(offer)
  await expect(event.rows.first()).toBeVisible()
  if (isMobile) await keyboard.press(plan.open)
  await expect(plan.region).toContainText('Schematic map.')
  const fullView = await plan.visibleRange()

  const block = plan.block(section)
  await keyboard.goTo(plan.tabStop)
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(block).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(async () => (await plan.visibleRange()).width).toBeLessThan(fullView.width / 2)
  await expect(block).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(block).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/[?&]section=/)
  await expect(event.rows.filter({ hasNotText: section })).toHaveCount(0)
  await expect(block).toBeFocused()
  await expectAccessibleLayout(page)

  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/[?&]section=/)
  await expect(event.rows.filter({ hasNotText: section })).not.toHaveCount(0)
  await page.keyboard.press('0')
  await expect.poll(() => plan.visibleRange()).toEqual(fullView)
})

test('two fingers zoom the plan and one moves it while the page stays in place', async ({
  page,
  logIn,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'needs touch')
  const event = new EventPage(page)
  const plan = new VenuePlan(page)
  await event.goto(await findOffer(await logIn('buyer'), () => true))
  await expect(event.rows.first()).toBeVisible()
  await plan.open.tap()
  await expect(plan.region).toContainText('Schematic map.')
  const box = await plan.picture.boundingBox()
  if (!box) throw new Error('no plan found')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fullView = await plan.visibleRange()
  const touchDistances = Array.from({ length: 8 }, (_, step) => 8 * (step + 1))

  await drag(page, [
    [
      [x - 30, y],
      [x + 30, y],
    ],
    ...touchDistances.map((by): TouchPoint[] => [
      [x - 30 - by, y],
      [x + 30 + by, y],
    ]),
  ])
  await expect.poll(async () => (await plan.visibleRange()).width).toBeLessThan(fullView.width / 2)
  const near = await plan.visibleRange()
  await drag(page, [[[x, y]], ...touchDistances.map((by): TouchPoint[] => [[x + by, y + by]])])
  await expect.poll(async () => (await plan.visibleRange()).left).toBeLessThan(near.left)
  expect(await page.evaluate('[scrollY, visualViewport.scale]')).toEqual([0, 1])

  // At full view, one finger scrolls the page.
  await plan.region.getByRole('button', { name: 'Fit map' }).tap()
  await expect.poll(() => plan.visibleRange()).toEqual(fullView)
  await drag(page, [[[x, y]], ...touchDistances.map((by): TouchPoint[] => [[x, y - by]])])
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
})

type TouchPoint = [x: number, y: number]

/** Puts fingers down, moves them through the steps and lifts them. */
async function drag(page: Page, steps: TouchPoint[][]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  for (const [index, fingers] of steps.entries()) {
    await browser.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
    })
  }
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}
