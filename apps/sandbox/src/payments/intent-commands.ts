import type { ApiResponse } from '../api/idempotency.ts'
import type { PaymentFailure } from '../cards.ts'
import { newId, newSecret } from '../ids.ts'
import { resourceMissing, SandboxError } from '../sandbox-error.ts'
import type { Store } from '../store/store.ts'
import {
  bankUnreachable,
  challengeFailure,
  findTestCard,
  isTestCardToken,
  type TestCard,
} from '../test-cards.ts'
import { attachCard } from '../vault/attach-card.ts'
import { presentDispute } from '../vault/vault.presenter.ts'
import { findMethod, readCustomer } from '../vault/vault.repo.ts'
import { recordEvent } from '../webhooks/events.repo.ts'
import { closeChallenge, insertChallenge } from './challenges.repo.ts'
import { insertDispute } from './disputes.repo.ts'
import { presentCharge, presentDecline, presentIntent, presentRefund } from './intents.presenter.ts'
import {
  insertIntent,
  readIntent,
  updateIntent,
  type Intent,
  type IntentStatus,
  type NewIntent,
} from './intents.repo.ts'
import { insertRefund, type Refund } from './refunds.repo.ts'

/* Each command runs in a transaction of its caller. */

export function createIntent(store: Store, intent: NewIntent): ApiResponse {
  if (intent.customerId !== null) readCustomer(store, intent.customerId)
  return { status: 200, body: presentIntent(insertIntent(store, intent)) }
}

interface Confirm {
  intentId: string
  paymentMethod: string
  returnUrl: string
  /** The shop requests a challenge even for cards that do not require one. */
  requestsChallenge: boolean
}

/** Authorises or declines the payment, or starts a challenge. */
export function confirmIntent(
  store: Store,
  { intentId, paymentMethod, returnUrl, requestsChallenge }: Confirm,
): ApiResponse {
  const intent = readIntent(store, intentId)
  assertStatus(intent, ['requires_payment_method'])
  const card = cardOf(store, intent, paymentMethod)
  if (requestsChallenge && card.onRequestedChallenge === 'fails')
    return charge(store, { intent, paymentMethod, card: { ...card, failure: bankUnreachable } })
  if (!card.challenge && !(requestsChallenge && card.onRequestedChallenge === 'challenge'))
    return charge(store, { intent, paymentMethod, card })
  insertChallenge(store, { secret: newSecret(), subjectId: intentId, returnUrl })
  const pending = updateIntent(store, intent, {
    status: 'requires_action',
    paymentMethod,
    card,
    lastError: null,
  })
  return recordAndPresent(store, 'payment_intent.requires_action', pending)
}

/** Applies the buyer's response to a challenge. A second response, or one after a cancellation, changes nothing. */
export function completeChallenge(
  store: Store,
  { intentId, secret, isApproved }: { intentId: string; secret: string; isApproved: boolean },
): void {
  const intent = readIntent(store, intentId)
  const { paymentMethod } = intent
  if (intent.challenge?.secret !== secret || paymentMethod === null) return
  closeChallenge(store, intentId)
  const card = cardOf(store, intent, paymentMethod, { includeRemoved: true })
  charge(store, {
    intent,
    paymentMethod,
    card: isApproved ? card : { ...card, failure: challengeFailure },
  })
}

export function captureIntent(store: Store, intentId: string): ApiResponse {
  const intent = readIntent(store, intentId)
  assertStatus(intent, ['requires_capture'])
  const captured = updateIntent(store, intent, { status: 'succeeded', amountReceived: intent.amount })
  const response = recordAndPresent(store, 'payment_intent.succeeded', captured)
  disputeIfCardRequires(store, captured)
  return response
}

export function cancelIntent(store: Store, intentId: string): ApiResponse {
  const intent = readIntent(store, intentId)
  assertStatus(intent, ['requires_payment_method', 'requires_action', 'requires_capture'])
  closeChallenge(store, intentId)
  return recordAndPresent(
    store,
    'payment_intent.canceled',
    updateIntent(store, intent, { status: 'canceled' }),
  )
}

/** `amount` in minor units; defaults to the remaining amount. */
export function refundIntent(
  store: Store,
  {
    intentId,
    amount,
    ...values
  }: Pick<Refund, 'intentId' | 'metadata' | 'status'> & { amount: number | undefined },
): ApiResponse {
  const intent = readIntent(store, intentId)
  assertStatus(intent, ['succeeded'])
  const refundable = intent.amountReceived - intent.amountRefunded
  if (refundable === 0)
    throw new SandboxError('charge_already_refunded', 'The payment has been refunded in full')
  const refunded = amount ?? refundable
  if (refunded > refundable) {
    throw new SandboxError('amount_too_large', `Only ${refundable} can still be refunded`, {
      param: 'amount',
    })
  }
  const { currency } = intent
  const refund: Refund = { ...values, id: newId('re'), intentId, amount: refunded, currency }
  insertRefund(store, refund)
  recordEvent(store, 'charge.refunded', presentCharge(readIntent(store, intentId)))
  return { status: 200, body: presentRefund(refund) }
}

interface Charge {
  intent: Intent
  paymentMethod: string
  card: TestCard
}

function charge(store: Store, { intent, paymentMethod, card }: Charge): ApiResponse {
  const failure: PaymentFailure | null = card.failure ?? null
  const { customerId } = intent
  const shouldSaveCard = !failure && intent.savesCard && customerId !== null && isTestCardToken(paymentMethod)
  const charged = updateIntent(store, intent, {
    status: failure ? 'requires_payment_method' : 'requires_capture',
    paymentMethod: shouldSaveCard
      ? attachCard(store, { customerId, testCard: paymentMethod, card })
      : paymentMethod,
    card,
    lastError: failure,
  })
  if (!failure) return recordAndPresent(store, 'payment_intent.amount_capturable_updated', charged)
  recordEvent(store, 'payment_intent.payment_failed', presentIntent(charged))
  return { status: 402, body: presentDecline(charged, failure) }
}

/** Records the event and returns the presented intent. */
function recordAndPresent(store: Store, type: string, intent: Intent): ApiResponse {
  const object = presentIntent(intent)
  recordEvent(store, type, object)
  return { status: 200, body: object }
}

/** Opens a dispute for cards whose bank claims the money back after the capture. */
function disputeIfCardRequires(store: Store, intent: Intent): void {
  const { id: intentId, amount, currency, paymentMethod } = intent
  const card = paymentMethod === null ? null : cardOf(store, intent, paymentMethod, { includeRemoved: true })
  if (!card?.isDisputed) return
  const dispute = insertDispute(store, {
    id: newId('dp'),
    intentId,
    amount,
    currency,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    recordEvent(store, type, presentDispute(dispute))
}

/** Returns the card of a token: a published card, or a saved card of the payment's customer. */
function cardOf(
  store: Store,
  { customerId }: Intent,
  paymentMethod: string,
  { includeRemoved = false } = {},
): TestCard {
  if (isTestCardToken(paymentMethod)) return findTestCard(paymentMethod)
  const method = findMethod(store, paymentMethod, { includeRemoved })
  if (!method || method.customerId !== customerId) throw resourceMissing('payment_method', 'card')
  return findTestCard(method.testCard)
}

function assertStatus(intent: Intent, allowed: readonly IntentStatus[]): void {
  if (allowed.includes(intent.status)) return
  throw new SandboxError(
    'payment_intent_unexpected_state',
    `The payment is ${intent.status}; expected ${allowed.join(' or ')}`,
  )
}
