import type { ChatPort } from '../chat.port.ts'

export const noChat: ChatPort = {
  browser: undefined,
  sources: {},
  identify: () => ({ intercom_hash: '' }),
  attach: () => undefined,
}
