import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { Keyboard } from './keyboard.ts'
import { findOffer } from './market.ts'
import { EventPage } from './pages/event-page.ts'
import { VenuePlan } from './pages/venue-plan.ts'

test('[X-CAT-13] a block is walked to on the plan, zoomed in on, chosen and let go again, all by keyboard', async ({
  page,
  signIn,
  isMobile,
  expectSound,
}) => {
  const offer = await findOffer(await signIn('buyer'), ({ general_admission: isOpen }) => !isOpen)
  const { section } = offer.listing
  const event = new EventPage(page)
  const plan = new VenuePlan(page)
  const keyboard = new Keyboard(page)
  await event.goto(offer)
  await expect(event.rows.first()).toBeVisible()
  if (isMobile) await keyboard.press(plan.open)
  await expect(plan.region).toContainText('Schematic plan.')
  const whole = await plan.inSight()

  const block = plan.block(section)
  await keyboard.goTo(plan.entrance)
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(block).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(async () => (await plan.inSight()).width).toBeLessThan(whole.width / 2)
  await expect(block).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(block).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/[?&]section=/)
  await expect(event.rows.filter({ hasNotText: section })).toHaveCount(0)
  await expect(block).toBeFocused()
  await expectSound(page)

  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/[?&]section=/)
  await expect(event.rows.filter({ hasNotText: section })).not.toHaveCount(0)
  await page.keyboard.press('0')
  await expect.poll(() => plan.inSight()).toEqual(whole)
})

test('two fingers zoom the plan and one moves it, while the page stays where it is', async ({
  page,
  signIn,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'needs fingers')
  const event = new EventPage(page)
  const plan = new VenuePlan(page)
  await event.goto(await findOffer(await signIn('buyer'), () => true))
  await expect(event.rows.first()).toBeVisible()
  await plan.open.tap()
  await expect(plan.region).toContainText('Schematic plan.')
  const box = await plan.picture.boundingBox()
  if (!box) throw new Error('there is no plan')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const whole = await plan.inSight()
  const reach = Array.from({ length: 8 }, (_, step) => 8 * (step + 1))

  await drag(page, [
    [
      [x - 30, y],
      [x + 30, y],
    ],
    ...reach.map((by): Finger[] => [
      [x - 30 - by, y],
      [x + 30 + by, y],
    ]),
  ])
  await expect.poll(async () => (await plan.inSight()).width).toBeLessThan(whole.width / 2)
  const near = await plan.inSight()
  await drag(page, [[[x, y]], ...reach.map((by): Finger[] => [[x + by, y + by]])])
  await expect.poll(async () => (await plan.inSight()).left).toBeLessThan(near.left)
  expect(await page.evaluate('[scrollY, visualViewport.scale]')).toEqual([0, 1])

  // The whole plan leaves one finger to the page.
  await plan.region.getByRole('button', { name: 'Show the whole plan' }).tap()
  await expect.poll(() => plan.inSight()).toEqual(whole)
  await drag(page, [[[x, y]], ...reach.map((by): Finger[] => [[x, y - by]])])
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
})

type Finger = [x: number, y: number]

/** Puts fingers down, moves them from place to place, and lifts them. */
async function drag(page: Page, places: Finger[][]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  for (const [index, fingers] of places.entries()) {
    await browser.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
    })
  }
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}
