import type { Page } from '@playwright/test'

/** News is heard from then on. To be asked for before the page is loaded. */
export async function whenListening(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('pusher_internal:subscription_succeeded'),
  })
}
