import type { PaymentFailure } from '../payments.port.ts'
import type { SandboxAnswer } from './answer-once.ts'
import { presentDecline, presentIntent } from './intents.presenter.ts'
import {
  closeChallenge,
  insertCapture,
  insertChallenge,
  insertCharge,
  insertIntent,
  insertRefund,
  lockIntent,
  moveIntent,
  voidCharge,
  type Intent,
  type NewIntent,
  type SandboxTx,
} from './intents.repo.ts'
import { noSuch, SandboxRefusal } from './sandbox-refusal.ts'
import type { IntentStatus } from './sandbox-tables.ts'
import { challengeFailure, testCards, type TestCard } from './test-cards.ts'

/** What the moves need besides the database. */
export interface SandboxNames {
  id(prefix: 'pi' | 'ch' | 'cap' | 're'): string
  secret(): string
}

export async function createIntent(tx: SandboxTx, intent: NewIntent): Promise<SandboxAnswer> {
  await insertIntent(tx, intent)
  return presented(tx, intent.id)
}

interface Confirm {
  intentId: string
  paymentMethod: string
  returnUrl: string
}

/** Authorises, declines, or asks the buyer first. */
export async function confirmIntent(
  tx: SandboxTx,
  names: SandboxNames,
  { intentId, paymentMethod, returnUrl }: Confirm,
): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method'])
  const card = cardNamed(paymentMethod)
  if (!card.challenge) return charge(tx, names, { intent, paymentMethod, card })
  await insertChallenge(tx, { secret: names.secret(), intentId, returnUrl })
  await moveIntent(tx, intentId, { status: 'requires_action', paymentMethod, card, lastError: null })
  return presented(tx, intentId)
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
  await closeChallenge(tx, intentId, isApproved ? 'approved' : 'failed')
  const { paymentMethod } = intent
  const card = cardNamed(paymentMethod)
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
  await insertCapture(tx, names.id('cap'), intentId)
  return presented(tx, intentId)
}

export async function cancelIntent(tx: SandboxTx, intentId: string): Promise<SandboxAnswer> {
  const intent = await lockIntent(tx, intentId)
  assertStatus(intent, ['requires_payment_method', 'requires_action', 'requires_capture'])
  await closeChallenge(tx, intentId, 'abandoned')
  await voidCharge(tx, intentId)
  await moveIntent(tx, intentId, { status: 'canceled' })
  return presented(tx, intentId)
}

/** `amount` in minor units; all that is left, if not given. */
export async function refundIntent(
  tx: SandboxTx,
  names: SandboxNames,
  { intentId, amount }: { intentId: string; amount: number | undefined },
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
  const id = names.id('re')
  await insertRefund(tx, { id, intentId, amount: refunded })
  const body = {
    id,
    object: 'refund',
    amount: refunded,
    currency: intent.currency,
    payment_intent: intentId,
    status: 'succeeded',
  }
  return { status: 200, body }
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
  await insertCharge(tx, { id: names.id('ch'), intent, paymentMethod, failure })
  await moveIntent(tx, intent.id, {
    status: failure ? 'requires_payment_method' : 'requires_capture',
    paymentMethod,
    card,
    lastError: failure,
  })
  if (!failure) return presented(tx, intent.id)
  return { status: 402, body: presentDecline(await lockIntent(tx, intent.id), failure) }
}

async function presented(tx: SandboxTx, intentId: string): Promise<SandboxAnswer> {
  return { status: 200, body: presentIntent(await lockIntent(tx, intentId)) }
}

function cardNamed(paymentMethod: string): TestCard {
  const card = Object.hasOwn(testCards, paymentMethod) ? testCards[paymentMethod] : undefined
  if (!card) throw noSuch('payment_method', 'test card')
  return card
}

function assertStatus(intent: Intent, allowed: readonly IntentStatus[]): void {
  if (allowed.includes(intent.status)) return
  throw new SandboxRefusal(
    'payment_intent_unexpected_state',
    `The payment is ${intent.status}; this needs ${allowed.join(' or ')}`,
  )
}
