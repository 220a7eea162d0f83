import { expect, test, vi } from 'vitest'
import { wireCurrentUser } from '#web/test/user-factory.ts'
import { bootMessenger } from './messenger.ts'

/** Replaces the provider's library and records its calls. */
const { calls } = vi.hoisted(() => ({ calls: new Array<[string, unknown]>() }))
vi.mock('@intercom/messenger-js-sdk', () => ({
  Intercom: (settings: unknown) => calls.push(['Intercom', settings]),
  boot: (settings: unknown) => calls.push(['boot', settings]),
  update: () => undefined,
  shutdown: () => undefined,
}))

test("[CHAT-01] [CHAT-02] the provider's script loads once per region; later users only boot", () => {
  bootMessenger({ app_id: 'abc123', region: 'ap', widget_url: '/chat/widget.js' }, wireCurrentUser())
  bootMessenger({ app_id: 'abc123', region: 'ap' }, wireCurrentUser({ id: 'acc_2' }))
  expect(calls).toEqual([
    ['Intercom', expect.objectContaining({ region: 'ap', widgetUrl: '/chat/widget.js', user_id: 'acc_1' })],
    ['boot', expect.objectContaining({ app_id: 'abc123', user_id: 'acc_2' })],
  ])
})
