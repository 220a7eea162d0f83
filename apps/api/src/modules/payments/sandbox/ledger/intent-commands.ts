import type { PaymentFailure } from '../../payments.port.ts'
import type { SandboxResponse } from '../api/idempotency.ts'
import { insertDispute } from './disputes.repo.ts'
import { recordEvent } from '../webhooks/events.repo.ts'
import { presentCharge, presentDecline, presentIntent, presentRefund } from './intents.presenter.ts'
import {
  chargeIntent,
  closeChallenge,
  insertCapture,
  insertChallenge,
  insertIntent,
  lockIntent,
  updateIntent,
  voidCharge,
  type Intent,
  type NewIntent,
} from './intents.repo.ts'
import type { IntentStatus, SandboxTx } from '../sandbox-tables.ts'
import { insertRefund, type NewRefund } from './refunds.repo.ts'
import { attachCard } from '../vault/attach-card.ts'
import { resourceMissing, SandboxError } from '../sandbox-error.ts'
import type { SandboxIds } from '../sandbox-ids.ts'
import {
  findTestCard,
  challengeFailure,
  isTestCardToken,
  bankUnreachable,
  type TestCard,
} from '../test-cards.ts'
import { presentDispute } from '../vault/vault.presenter.ts'
import { findMethod, readCustomer } from '../vault/vault.repo.ts'

export async function createIntent(tx: SandboxTx, intent: NewIntent): Promise<SandboxResponse> {
  if (intent.customerId !== null) await readCustomer(tx, intent.customerId)
  return { status: 200, body: presentIntent(await insertIntent(tx, intent)) }
}

interface Confirm {
  intentId: string
  paymentMethod: string
  returnUrl: string
  /** The shop requests a challenge even for cards that do not require one. */
  requestsChallenge: boolean
}

/** Authorises or declines the payment, or starts a challenge. */
export async function confirmIntent(
  tx: SandboxTx,
  ids: SandboxIds,
  { intentId, paymentMethod, returnUrl, requestsChallenge }: Confirm,
): Promise<SandboxResponse> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method'])
  const card = await cardOf(tx, intent, paymentMethod)
  if (requestsChallenge && card.onRequestedChallenge === 'fails')
    return charge(tx, ids, { intent, paymentMethod, card: { ...card, failure: bankUnreachable } })
  if (!card.challenge && !(requestsChallenge && card.onRequestedChallenge === 'challenge'))
    return charge(tx, ids, { intent, paymentMethod, card })
  await insertChallenge(tx, { secret: ids.secret(), subject: { intentId }, returnUrl })
  const pending = await updateIntent(tx, intentId, {
    status: 'requires_action',
    paymentMethod,
    card,
    lastError: null,
  })
  return recordAndPresent(tx, ids, 'payment_intent.requires_action', pending)
}

/** Applies the buyer's response to a challenge. A second response, or one after a cancellation, changes nothing. */
export async function completeChallenge(
  tx: SandboxTx,
  ids: SandboxIds,
  { intentId, secret, isApproved }: { intentId: string; secret: string; isApproved: boolean },
): Promise<void> {
  const intent = await lockIntent(tx, intentId)
  if (intent.challenge?.secret !== secret || intent.paymentMethod === null) return
  await closeChallenge(tx, { intentId }, isApproved ? 'approved' : 'failed')
  const { paymentMethod } = intent
  const card = await cardOf(tx, intent, paymentMethod, { includeRemoved: true })
  await charge(tx, ids, {
    intent,
    paymentMethod,
    card: isApproved ? card : { ...card, failure: challengeFailure },
  })
}

export async function captureIntent(
  tx: SandboxTx,
  ids: SandboxIds,
  intentId: string,
): Promise<SandboxResponse> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_capture'])
  // Must equal what the database trigger records: captures are all or nothing.
  const captured = presentIntent({ ...intent, status: 'succeeded', amountReceived: intent.amount })
  const event = { id: ids.id('evt'), type: 'payment_intent.succeeded', object: captured }
  await insertCapture(tx, { id: ids.id('cap'), intentId, event })
  await disputeIfCardRequires(tx, ids, intent)
  return { status: 200, body: captured }
}

export async function cancelIntent(
  tx: SandboxTx,
  ids: SandboxIds,
  intentId: string,
): Promise<SandboxResponse> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method', 'requires_action', 'requires_capture'])
  await closeChallenge(tx, { intentId }, 'abandoned')
  await voidCharge(tx, intentId)
  return recordAndPresent(
    tx,
    ids,
    'payment_intent.canceled',
    await updateIntent(tx, intentId, { status: 'canceled' }),
  )
}

/** `amount` in minor units; defaults to the remaining amount. */
export async function refundIntent(
  tx: SandboxTx,
  ids: SandboxIds,
  {
    intentId,
    amount,
    metadata,
    status,
  }: Pick<NewRefund, 'intentId' | 'metadata' | 'status'> & { amount: number | undefined },
): Promise<SandboxResponse> {
  const intent = await lockIntent(tx, intentId)
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
  const refund: NewRefund = {
    id: ids.id('re'),
    intentId,
    amount: refunded,
    currency: intent.currency,
    metadata,
    status,
  }
  await insertRefund(tx, refund)
  await recordEvent(tx, {
    id: ids.id('evt'),
    type: 'charge.refunded',
    object: presentCharge(await lockIntent(tx, intentId)),
  })
  return { status: 200, body: presentRefund(refund) }
}

interface Charge {
  intent: Intent
  paymentMethod: string
  card: TestCard
}

async function charge(
  tx: SandboxTx,
  ids: SandboxIds,
  { intent, paymentMethod, card }: Charge,
): Promise<SandboxResponse> {
  const failure: PaymentFailure | null = card.failure ?? null
  const { customerId } = intent
  const shouldSaveCard = !failure && intent.savesCard && customerId !== null && isTestCardToken(paymentMethod)
  const methodId = shouldSaveCard
    ? await attachCard(tx, ids, { customerId, testCard: paymentMethod, card })
    : paymentMethod
  const { brand, last4 } = card
  const charged: Intent = {
    ...intent,
    status: failure ? 'requires_payment_method' : 'requires_capture',
    paymentMethod: methodId,
    card: { brand, last4 },
    lastError: failure,
    challenge: null,
  }
  const object = presentIntent(charged)
  const type = failure ? 'payment_intent.payment_failed' : 'payment_intent.amount_capturable_updated'
  await chargeIntent(tx, charged, {
    id: ids.id('ch'),
    paymentMethod,
    event: { id: ids.id('evt'), type, object },
  })
  return failure ? { status: 402, body: presentDecline(charged, failure) } : { status: 200, body: object }
}

/** Records the event and returns the presented intent. */
async function recordAndPresent(
  tx: SandboxTx,
  ids: SandboxIds,
  type: string,
  intent: Intent,
): Promise<SandboxResponse> {
  const object = presentIntent(intent)
  await recordEvent(tx, { id: ids.id('evt'), type, object })
  return { status: 200, body: object }
}

/** Opens a dispute for cards whose bank claims the money back after the capture. */
async function disputeIfCardRequires(tx: SandboxTx, ids: SandboxIds, intent: Intent): Promise<void> {
  const card =
    intent.paymentMethod === null
      ? null
      : await cardOf(tx, intent, intent.paymentMethod, { includeRemoved: true })
  if (!card?.isDisputed) return
  const { id: intentId, amount, currency } = intent
  const dispute = await insertDispute(tx, {
    id: ids.id('dp'),
    intentId,
    amount,
    currency,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    await recordEvent(tx, { id: ids.id('evt'), type, object: presentDispute(dispute) })
}

/** Returns the card of a token: a published card, or a saved card of the payment's customer. */
async function cardOf(
  tx: SandboxTx,
  { customerId }: Intent,
  paymentMethod: string,
  { includeRemoved = false } = {},
): Promise<TestCard> {
  if (isTestCardToken(paymentMethod)) return findTestCard(paymentMethod)
  const method = await findMethod(tx, paymentMethod, { includeRemoved })
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
