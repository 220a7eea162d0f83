import { inTransaction, type Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { returnHolds, unsellHolds } from '../holds/index.ts'
import { recordUnplacedRefund } from '../ledger/index.ts'
import { findOrderOfAttempt, undoOrder } from '../orders/index.ts'
import { lockQuoteName, undoOrderOfQuote } from '../quotes/index.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import { advance } from './checkout-attempts.repo.ts'
import { announce, type CheckoutDeps } from './checkout-deps.ts'
import { forgetAttendeesOfAttempt } from './sealed-attendees.ts'

/*
 * The ends of an attempt without an order. Each is one transaction: the attempt's row first, then the listings in id order, as
 * everywhere. None of them speaks to the gateway; what had to be said to it has been said before.
 */

const captureFailed: AttemptFailure = {
  code: 'capture_failed',
  message: 'The payment could not be completed, so the order was undone. You have not been charged.',
}

/** Nothing was charged: the team has its holds back for what is left of their time. */
export async function endUnpaid(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  how: { action: 'decline'; failure: AttemptFailure } | { action: 'cancel' },
): Promise<CheckoutAttempt> {
  const { moved, holds } = await inTransaction(deps.db, async (tx) => {
    const ended = await advance(
      tx,
      attempt,
      how.action,
      how.action === 'decline' ? { failure: how.failure } : {},
    )
    await forgetAttendeesOfAttempt(tx, attempt.id)
    return { moved: ended, holds: await returnHolds(tx, attempt.id) }
  })
  announce(deps, holds)
  return moved
}

/** The money is the buyer's again, and there never was an order. `wasCaptured`: it had been taken, so the books tell of it. */
export async function endRefunded(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  { wasCaptured }: { wasCaptured: boolean },
): Promise<CheckoutAttempt> {
  const { id: attemptId, teamId, amount } = attempt
  const moved = await inTransaction(deps.db, async (tx) => {
    const refunded = await advance(tx, attempt, 'refund')
    await forgetAttendeesOfAttempt(tx, attemptId)
    if (wasCaptured) await recordUnplacedRefund(tx, { attemptId, teamId, amount })
    await recordEvents(tx, [
      { topic: 'checkout.refunded', subject: attemptId, payload: { attemptId, teamId } },
    ])
    return refunded
  })
  deps.outbox.wake()
  return moved
}

/** The order is written, but the money set apart for it has become free: the order is undone and its tickets are on sale again. */
export async function endUndone(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
  const { id: attemptId, teamId } = attempt
  const { moved, holds } = await inTransaction(deps.db, async (tx) => {
    const refunded = await advance(tx, attempt, 'refund', { failure: captureFailed })
    if (attempt.quoteId !== null) await lockQuoteName(tx, attempt.quoteId)
    const given = await unsellHolds(tx, attemptId)
    await undoOrder(tx, { attemptId, actor: 'checkout', reason: captureFailed.code })
    await undoQuote(deps, tx, attempt)
    await recordEvents(tx, [
      { topic: 'checkout.refunded', subject: attemptId, payload: { attemptId, teamId } },
    ])
    return { moved: refunded, holds: given }
  })
  announce(deps, holds)
  return moved
}

async function undoQuote(deps: CheckoutDeps, tx: Tx, { id, quoteId }: CheckoutAttempt): Promise<void> {
  if (quoteId === null) return
  const order = await findOrderOfAttempt(tx, id)
  if (!order) throw new Error(`the attempt ${id} has no order to undo`)
  await undoOrderOfQuote(deps, tx, {
    quoteId,
    orderId: order.id,
    number: order.number,
    why: captureFailed.message,
  })
}
