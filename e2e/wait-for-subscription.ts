import type { Page } from '@playwright/test'

/** Waits until the page has subscribed to a channel with this prefix. Call it before the page loads. */
export async function waitForSubscription(page: Page, channels: string): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => {
      const message = String(payload)
      return message.includes('pusher_internal:subscription_succeeded') && message.includes(`"${channels}`)
    },
  })
}
