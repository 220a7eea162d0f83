import type { Page } from '@playwright/test'

/**
 * News on the channels whose names begin so is heard from then on: a page listens to several, one after the other.
 * To be asked for before the page is loaded.
 */
export async function whenListening(page: Page, channels: string): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => {
      const said = String(payload)
      return said.includes('pusher_internal:subscription_succeeded') && said.includes(`"${channels}`)
    },
  })
}
