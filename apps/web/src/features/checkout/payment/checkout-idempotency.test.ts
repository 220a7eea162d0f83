import { expect, test } from 'vitest'
import { wireHold } from '#web/test/stock-factories.ts'
import { clearPendingPurchase, idempotencyKeyFor, readPendingPurchase } from './checkout-idempotency.ts'
import { checkoutPayload } from './payload.ts'

const contact = { email: 'jane@harbour.example', phone: '02079460123' }
const payload = checkoutPayload(
  { holds: [wireHold()], contact, attendees: new Map() },
  { token: 'pm_1', shouldSaveCard: false },
)

test('[X-CHECKOUT-02] a purchase keeps its idempotency key until the server responds', () => {
  const key = idempotencyKeyFor(payload)
  expect(idempotencyKeyFor({ ...payload })).toBe(key)
  expect(readPendingPurchase()).toMatchObject({ key, payload })
  clearPendingPurchase()
  expect(readPendingPurchase()).toBeNull()
  expect(idempotencyKeyFor(payload)).not.toBe(key)
})

test('a different card is a different purchase', () => {
  expect(idempotencyKeyFor({ ...payload, card_token: 'pm_2' })).not.toBe(idempotencyKeyFor(payload))
})
