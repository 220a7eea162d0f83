import type { PaymentFailure } from '../payments.port.ts'
import type { SandboxAnswer } from './answer-once.ts'
import { insertDispute } from './disputes.repo.ts'
import { recordEvent } from './events.repo.ts'
import { presentCharge, presentDecline, presentIntent, presentRefund } from './intents.presenter.ts'
import {
  chargeIntent,
  closeChallenge,
  insertCapture,
  insertChallenge,
  insertIntent,
  lockIntent,
  moveIntent,
  voidCharge,
  type Intent,
  type NewIntent,
} from './intents.repo.ts'
import type { IntentStatus, SandboxTx } from './sandbox-tables.ts'
import { insertRefund, type NewRefund } from './refunds.repo.ts'
import { attachCard } from './attach-card.ts'
import { noSuch, SandboxRefusal } from './sandbox-refusal.ts'
import type { SandboxNames } from './sandbox-names.ts'
import { cardNamed, challengeFailure, isPublished, noBank, type TestCard } from './test-cards.ts'
import { presentDispute } from './vault.presenter.ts'
import { findMethod, readCustomer } from './vault.repo.ts'

export async function createIntent(tx: SandboxTx, intent: NewIntent): Promise<SandboxAnswer> {
  if (intent.customerId !== null) await readCustomer(tx, intent.customerId)
  return { status: 200, body: presentIntent(await insertIntent(tx, intent)) }
}

interface Confirm {
  intentId: string
  paymentMethod: string
  returnUrl: string
  /** The shop wants the bank to look, even where the card leaves it the choice. */
  asksBank: boolean
}

/** Authorises, declines, or asks the buyer first. */
export async function confirmIntent(
  tx: SandboxTx,
  names: SandboxNames,
  { intentId, paymentMethod, returnUrl, asksBank }: Confirm,
): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method'])
  const card = await cardOf(tx, intent, paymentMethod)
  if (asksBank && card.whenAsked === 'fails')
    return charge(tx, names, { intent, paymentMethod, card: { ...card, failure: noBank } })
  if (!card.challenge && !(asksBank && card.whenAsked === 'challenge'))
    return charge(tx, names, { intent, paymentMethod, card })
  await insertChallenge(tx, { secret: names.secret(), of: { intentId }, returnUrl })
  const asking = await moveIntent(tx, intentId, {
    status: 'requires_action',
    paymentMethod,
    card,
    lastError: null,
  })
  return told(tx, names, 'payment_intent.requires_action', asking)
}

/**
 * The buyer's answer to the bank's question. A second answer, or one that comes after the payment was canceled, changes
 * nothing.
 */
export async function answerChallenge(
  tx: SandboxTx,
  names: SandboxNames,
  { intentId, secret, isApproved }: { intentId: string; secret: string; isApproved: boolean },
): Promise<void> {
  const intent = await lockIntent(tx, intentId)
  if (intent.challenge?.secret !== secret || intent.paymentMethod === null) return
  await closeChallenge(tx, { intentId }, isApproved ? 'approved' : 'failed')
  const { paymentMethod } = intent
  const card = await cardOf(tx, intent, paymentMethod, { isRemovedToo: true })
  await charge(tx, names, {
    intent,
    paymentMethod,
    card: isApproved ? card : { ...card, failure: challengeFailure },
  })
}

export async function captureIntent(
  tx: SandboxTx,
  names: SandboxNames,
  intentId: string,
): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_capture'])
  // As the database books it with the capture, and holds to: whole or not at all.
  const captured = presentIntent({ ...intent, status: 'succeeded', amountReceived: intent.amount })
  const event = { id: names.id('evt'), type: 'payment_intent.succeeded', object: captured }
  await insertCapture(tx, { id: names.id('cap'), intentId, event })
  await disputeIfWanted(tx, names, intent)
  return { status: 200, body: captured }
}

export async function cancelIntent(
  tx: SandboxTx,
  names: SandboxNames,
  intentId: string,
): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method', 'requires_action', 'requires_capture'])
  await closeChallenge(tx, { intentId }, 'abandoned')
  await voidCharge(tx, intentId)
  return told(tx, names, 'payment_intent.canceled', await moveIntent(tx, intentId, { status: 'canceled' }))
}

/** `amount` in minor units; all that is left, if not given. */
export async function refundIntent(
  tx: SandboxTx,
  names: SandboxNames,
  {
    intentId,
    amount,
    metadata,
    status,
  }: Pick<NewRefund, 'intentId' | 'metadata' | 'status'> & { amount: number | undefined },
): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['succeeded'])
  const left = intent.amountReceived - intent.amountRefunded
  if (left === 0) throw new SandboxRefusal('charge_already_refunded', 'The payment was refunded in full')
  const refunded = amount ?? left
  if (refunded > left) {
    throw new SandboxRefusal('amount_too_large', `No more than ${left} is left to refund`, {
      param: 'amount',
    })
  }
  const refund: NewRefund = {
    id: names.id('re'),
    intentId,
    amount: refunded,
    currency: intent.currency,
    metadata,
    status,
  }
  await insertRefund(tx, refund)
  await recordEvent(tx, {
    id: names.id('evt'),
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
  names: SandboxNames,
  { intent, paymentMethod, card }: Charge,
): Promise<SandboxAnswer> {
  const failure: PaymentFailure | null = card.failure ?? null
  const { customerId } = intent
  const isToSave = !failure && intent.savesCard && customerId !== null && isPublished(paymentMethod)
  const paidBy = isToSave
    ? await attachCard(tx, names, { customerId, testCard: paymentMethod, card })
    : paymentMethod
  const { brand, last4 } = card
  const charged: Intent = {
    ...intent,
    status: failure ? 'requires_payment_method' : 'requires_capture',
    paymentMethod: paidBy,
    card: { brand, last4 },
    lastError: failure,
    challenge: null,
  }
  const object = presentIntent(charged)
  const type = failure ? 'payment_intent.payment_failed' : 'payment_intent.amount_capturable_updated'
  await chargeIntent(tx, charged, {
    id: names.id('ch'),
    paymentMethod,
    event: { id: names.id('evt'), type, object },
  })
  return failure ? { status: 402, body: presentDecline(charged, failure) } : { status: 200, body: object }
}

/** Tells of what has become of the intent, and answers the same. */
async function told(
  tx: SandboxTx,
  names: SandboxNames,
  type: string,
  intent: Intent,
): Promise<SandboxAnswer> {
  const object = presentIntent(intent)
  await recordEvent(tx, { id: names.id('evt'), type, object })
  return { status: 200, body: object }
}

/** The bank of some cards wants its money back once it was taken. */
async function disputeIfWanted(tx: SandboxTx, names: SandboxNames, intent: Intent): Promise<void> {
  const card =
    intent.paymentMethod === null
      ? null
      : await cardOf(tx, intent, intent.paymentMethod, { isRemovedToo: true })
  if (!card?.isDisputed) return
  const { id: intentId, amount, currency } = intent
  const dispute = await insertDispute(tx, {
    id: names.id('dp'),
    intentId,
    amount,
    currency,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    await recordEvent(tx, { id: names.id('evt'), type, object: presentDispute(dispute) })
}

/** The card behind a name: a published one, or one that the customer of this payment has saved. */
async function cardOf(
  tx: SandboxTx,
  { customerId }: Intent,
  paymentMethod: string,
  { isRemovedToo = false } = {},
): Promise<TestCard> {
  if (isPublished(paymentMethod)) return cardNamed(paymentMethod)
  const method = await findMethod(tx, paymentMethod, { isRemovedToo })
  if (!method || method.customerId !== customerId) throw noSuch('payment_method', 'card')
  return cardNamed(method.testCard)
}

function assertStatus(intent: Intent, allowed: readonly IntentStatus[]): void {
  if (allowed.includes(intent.status)) return
  throw new SandboxRefusal(
    'payment_intent_unexpected_state',
    `The payment is ${intent.status}; this needs ${allowed.join(' or ')}`,
  )
}
