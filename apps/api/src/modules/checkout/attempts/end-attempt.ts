import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { notifyStockChanged, reactivateHolds, reverseSaleOfAttempt } from '#api/modules/holds/index.ts'
import { recordRefundWithoutOrder } from '#api/modules/ledger/index.ts'
import { findOrderOfAttempt, reverseOrder } from '#api/modules/orders/index.ts'
import { lockQuoteForOrder, reverseOrderOfQuote } from '#api/modules/quotes/index.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import { advanceAttempt } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { deleteAttemptAttendees } from '../attendees/encrypted-attendees.ts'

/*
 * Final states without a lasting sale: no order, or a reversed one. Each is one transaction that locks the attempt
 * first, and listings last and by id. None calls the gateway: the payment has already been cancelled or refunded.
 */

const captureFailed: AttemptFailure = {
  code: 'capture_failed',
  message: 'The payment couldn’t be completed, so the order was cancelled.',
}

/** Ends an attempt that took no money: its holds return to the team until their original expiry. */
export async function endUnpaidAttempt(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  outcome: { action: 'decline'; failure: AttemptFailure } | { action: 'cancel' },
): Promise<CheckoutAttempt> {
  const { updated, holds } = await inTransaction(deps.db, async (tx) => {
    const ended = await advanceAttempt(
      tx,
      attempt,
      outcome.action,
      outcome.action === 'decline' ? { failure: outcome.failure } : {},
    )
    await deleteAttemptAttendees(tx, attempt.id)
    return { updated: ended, holds: await reactivateHolds(tx, attempt.id) }
  })
  notifyStockChanged(deps, holds)
  return updated
}

/**
 * Ends an attempt whose payment was voided or refunded before an order was placed, as `refunded` in both cases. Only a
 * captured amount has entries in the ledger.
 */
export async function endAttemptWithoutOrder(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  { wasCaptured }: { wasCaptured: boolean },
): Promise<CheckoutAttempt> {
  const { id: attemptId, teamId, amount } = attempt
  const updated = await inTransaction(deps.db, async (tx) => {
    const ended = await advanceAttempt(tx, attempt, 'undoPayment')
    await deleteAttemptAttendees(tx, attemptId)
    if (wasCaptured) await recordRefundWithoutOrder(tx, { attemptId, teamId, amount })
    await recordEvents(tx, [
      { topic: 'checkout.refunded', subject: attemptId, payload: { attemptId, teamId } },
    ])
    return ended
  })
  deps.outbox.wake()
  return updated
}

/** Ends an attempt whose authorisation was voided after the order was placed: reverses the order and its sale. */
export async function endAttemptAndReverseOrder(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
): Promise<CheckoutAttempt> {
  const { id: attemptId, teamId } = attempt
  const { updated, holds } = await inTransaction(deps.db, async (tx) => {
    const ended = await advanceAttempt(tx, attempt, 'undoPayment', { failure: captureFailed })
    if (attempt.quoteId !== null) await lockQuoteForOrder(tx, attempt.quoteId)
    const releasedHolds = await reverseSaleOfAttempt(tx, attemptId)
    await reverseOrder(tx, { attemptId, actor: 'checkout', reason: captureFailed.code })
    await reverseQuoteOrder(deps, tx, attempt)
    await recordEvents(tx, [
      { topic: 'checkout.refunded', subject: attemptId, payload: { attemptId, teamId } },
    ])
    return { updated: ended, holds: releasedHolds }
  })
  notifyStockChanged(deps, holds)
  return updated
}

async function reverseQuoteOrder(
  deps: CheckoutDeps,
  tx: Tx,
  { id, quoteId }: CheckoutAttempt,
): Promise<void> {
  if (quoteId === null) return
  const order = await findOrderOfAttempt(tx, id)
  if (!order) throw new Error(`attempt ${id} has no order to reverse`)
  await reverseOrderOfQuote(deps, tx, {
    quoteId,
    orderId: order.id,
    number: order.number,
    reason: captureFailed.message,
  })
}
