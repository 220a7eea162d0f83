import { readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { createStripeEvents } from './stripe-events.ts'

const events = createStripeEvents({ secrets: ['whsec_old', 'whsec_new'] })

function signed(payload: string, { secret = 'whsec_new', timestamp = Math.floor(Date.now() / 1000) } = {}) {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return events.readEvent(Buffer.from(payload), { 'stripe-signature': header })
}
const event = (type: string, object: object, previous?: object) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    data: { object, ...(previous && { previous_attributes: previous }) },
  })

test.each([
  ['payment_intent.succeeded', { id: 'pi_1' }, undefined, { kind: 'payment', gatewayPaymentId: 'pi_1' }],
  ['setup_intent.setup_failed', { id: 'seti_1' }, undefined, { kind: 'setup', setupId: 'seti_1' }],
  [
    'charge.refunded',
    { id: 'ch_1', payment_intent: 'pi_2' },
    undefined,
    { kind: 'payment', gatewayPaymentId: 'pi_2' },
  ],
  [
    'charge.refund.updated',
    { id: 're_1', payment_intent: 'pi_2' },
    undefined,
    { kind: 'refund', refundId: 're_1' },
  ],
  ['refund.failed', { id: 're_1' }, undefined, { kind: 'refund', refundId: 're_1' }],
  [
    'charge.dispute.created',
    { id: 'dp_1', payment_intent: 'pi_2' },
    undefined,
    { kind: 'dispute', disputeId: 'dp_1' },
  ],
  [
    'payment_method.attached',
    { id: 'pm_1', customer: 'cus_1' },
    undefined,
    { kind: 'cards', customerId: 'cus_1' },
  ],
  [
    'payment_method.detached',
    { id: 'pm_1', customer: null },
    { customer: 'cus_1' },
    { kind: 'cards', customerId: 'cus_1' },
  ],
  ['invoice.paid', { id: 'in_1' }, undefined, null],
])('%s names the object to fetch', async (type, object, previous, about) => {
  expect(await signed(event(type, object, previous))).toEqual({
    kind: 'event',
    event: { id: 'evt_1', type, about },
  })
})

test('every handled event type names its object', async () => {
  const kinds = {
    payment_intent: [
      'created',
      'processing',
      'requires_action',
      'amount_capturable_updated',
      'succeeded',
      'payment_failed',
      'canceled',
    ],
    setup_intent: ['requires_action', 'succeeded', 'setup_failed', 'canceled'],
    refund: ['created', 'updated', 'failed'],
    'charge.dispute': ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'],
  }
  for (const [noun, verbs] of Object.entries(kinds))
    for (const verb of verbs)
      expect(await signed(event(`${noun}.${verb}`, { id: 'id_1', payment_intent: 'pi_2' }))).toMatchObject({
        event: { about: expect.objectContaining({ kind: expectations.get(noun) }) },
      })
})

const expectations = new Map([
  ['payment_intent', 'payment'],
  ['setup_intent', 'setup'],
  ['refund', 'refund'],
  ['charge.dispute', 'dispute'],
])

test('during a rotation, both secrets are valid', async () => {
  const message = event('payment_intent.created', { id: 'pi_1' })
  expect((await signed(message, { secret: 'whsec_old' })).kind).toBe('event')
})

test('events that are unsigned, altered, outdated or signed with another secret are rejected', async () => {
  const message = event('payment_intent.succeeded', { id: 'pi_1' })
  const now = Math.floor(Date.now() / 1000)
  expect(await signed(message, { secret: 'whsec_other' })).toEqual({ kind: 'invalid_signature' })
  expect(await signed(message, { timestamp: now - 301 })).toEqual({ kind: 'invalid_signature' })
  expect(await events.readEvent(Buffer.from(message), {})).toEqual({ kind: 'invalid_signature' })
  const header = Stripe.webhooks.generateTestHeaderString({ payload: message, secret: 'whsec_new' })
  const changed = Buffer.from(message.replace('pi_1', 'pi_2'))
  expect(await events.readEvent(changed, { 'stripe-signature': header })).toEqual({
    kind: 'invalid_signature',
  })
})

test('a message that is not in Stripe’s format is not read', async () => {
  expect(await signed('{"hello":"there"}')).toEqual({ kind: 'unreadable' })
})

test('the published test vector verifies as documented', () => {
  const file = new URL('../../../test/fakes/stripe/webhook-vector.json', import.meta.url)
  const vector = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string> & { timestamp: number }
  const age = Math.floor(Date.now() / 1000) - vector.timestamp
  const check = (secret: string) =>
    Stripe.webhooks.constructEvent(vector['payload'] ?? '', vector['header'] ?? '', secret, age + 60)
  expect(check(vector['secret'] ?? '')).toMatchObject({ id: 'evt_1', type: 'payment_intent.succeeded' })
  expect(() => check('whsec_other')).toThrow()
})
