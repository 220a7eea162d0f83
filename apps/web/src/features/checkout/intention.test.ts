import { expect, test } from 'vitest'
import { wireHold } from '#web/test/stock-factories.ts'
import { forgetIntention, keyFor, unanswered } from './intention.ts'
import { checkoutPayload } from './payload.ts'

const contact = { email: 'jane@harbour.example', phone: '02079460123' }
const payload = checkoutPayload(
  { holds: [wireHold()], contact, attendees: new Map() },
  { token: 'pm_1', isToBeSaved: false },
)

test('[X-CHECKOUT-02] the same purchase keeps its key until its answer has come', () => {
  const key = keyFor(payload)
  expect(keyFor({ ...payload })).toBe(key)
  expect(unanswered()).toMatchObject({ key, payload })
  forgetIntention()
  expect(unanswered()).toBeNull()
  expect(keyFor(payload)).not.toBe(key)
})

test('another card is another purchase', () => {
  expect(keyFor({ ...payload, card_token: 'pm_2' })).not.toBe(keyFor(payload))
})
