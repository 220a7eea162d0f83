import type { Page } from '@playwright/test'

/** Waits for a toast. Call it before the action that causes the toast, because it closes after three seconds. */
export async function waitForToast(page: Page, message: RegExp): Promise<void> {
  await page.getByText(message).waitFor()
}
