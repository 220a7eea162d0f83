import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { recordChargeback } from '../ledger/index.ts'
import type { Dispute } from '../payments/index.ts'
import { findAttemptOfIntent } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { writeDispute } from './payment-disputes.repo.ts'

/**
 * A buyer's bank wants the money of a purchase back, or has decided: kept as it stands, told to the operators where it is
 * new, and booked where it is lost.
 */
export async function keepDispute(deps: CheckoutDeps, dispute: Dispute): Promise<void> {
  const { db, gateway, outbox, logger } = deps
  const { disputeId, intentId, amount, reason, status } = dispute
  const attempt = await findAttemptOfIntent(db, gateway.name, intentId)
  if (!attempt) return
  const { id: attemptId, teamId } = attempt
  const isNews = await inTransaction(db, async (tx) => {
    const written = await writeDispute(tx, { gateway: gateway.name, attemptId }, dispute)
    if (!written) return false
    if (status === 'lost') await recordChargeback(tx, { attemptId, disputeId, teamId, amount })
    if (written.isNew) {
      await recordEvents(tx, [
        { topic: 'payment.disputed', subject: attemptId, payload: { attemptId, teamId, disputeId } },
      ])
    }
    return true
  })
  if (!isNews) return
  logger.warn({ attemptId, disputeId, reason, status }, 'a payment is disputed by its bank')
  outbox.wake()
}
