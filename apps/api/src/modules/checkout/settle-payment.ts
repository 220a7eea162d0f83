import { isAttemptSettled } from '@terrace/domain/checkout-lifecycle'
import { sql } from 'kysely'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Dispute } from '../payments/index.ts'
import { findAttemptOfIntent } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { settleAttempt } from './settle-attempt.ts'

/** The provider has told of a payment: its attempt, if it is ours and open, goes on as far as it can. */
export async function settlePayment(deps: CheckoutDeps, intentId: string): Promise<void> {
  const attempt = await findAttemptOfIntent(deps.db, deps.gateway.name, intentId)
  if (attempt && !isAttemptSettled(attempt.state)) await settleAttempt(deps, attempt.id)
}

/** A buyer's bank wants the money of a purchase back, or has decided: kept as it stands, and told where it is new. */
export async function keepDispute(deps: CheckoutDeps, dispute: Dispute): Promise<void> {
  const { db, gateway, outbox, logger } = deps
  const { disputeId, intentId, amount, reason, status } = dispute
  const attempt = await findAttemptOfIntent(db, gateway.name, intentId)
  if (!attempt) return
  await inTransaction(db, async (tx) => {
    const { is_new } = await tx
      .insertInto('payment_disputes')
      .values({
        gateway: gateway.name,
        dispute_id: disputeId,
        attempt_id: attempt.id,
        amount_minor: amount.minor,
        currency: amount.currency,
        reason,
        state: status,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['gateway', 'dispute_id'])
          .doUpdateSet({ state: status, updated_at: sql<Date>`clock_timestamp()` }),
      )
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .executeTakeFirstOrThrow()
    if (!is_new) return
    const { id: attemptId, teamId } = attempt
    await recordEvents(tx, [
      { topic: 'payment.disputed', subject: attemptId, payload: { attemptId, teamId, disputeId } },
    ])
  })
  logger.warn({ attemptId: attempt.id, disputeId, reason, status }, 'a payment is disputed by its bank')
  outbox.wake()
}
