import type { Locator, Page } from '@playwright/test'
import { expect, test } from './session-fixtures.ts'

/** A click whose button stays down for a moment, as a person’s does: the page may move in between. */
async function clickSlowly(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to click')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.waitForTimeout(150)
  await page.mouse.up()
}

test.beforeEach(({ isMobile }) => {
  test.skip(isMobile, 'phones have no mouse')
})

test('[LOGIN-06] the first click on "Forgot password" works, although the empty field shows its error', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await clickSlowly(page, page.getByRole('link', { name: 'Forgot password' }))
  await expect(page).toHaveURL('/forgot-password')
})

test('the first click on "Login" works although the empty email field shows its error', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByRole('textbox').first().focus()
  await clickSlowly(page, page.getByRole('link', { name: /login/i }))
  await expect(page).toHaveURL('/login')
})

test('a field still shows its error after a click elsewhere', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await clickSlowly(page, page.getByRole('heading', { name: 'Login' }))
  await expect(page.getByText('Username is required')).toBeVisible()
})
