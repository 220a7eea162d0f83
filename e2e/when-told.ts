import type { Page } from '@playwright/test'

/**
 * A message at the corner of the page has been seen. It goes by itself after three seconds, so it is to be looked out for
 * before what it tells of is done: what else is judged meanwhile may take longer on a busy machine.
 */
export async function whenTold(page: Page, message: RegExp): Promise<void> {
  await page.getByText(message).waitFor()
}
