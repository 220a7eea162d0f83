import type { ChatPort } from '../chat.port.ts'

/** No chat: nothing loaded, nobody told. */
export const noChat: ChatPort = {
  browser: undefined,
  sources: {},
  identify: () => ({ intercom_hash: '' }),
  attach: () => undefined,
}
