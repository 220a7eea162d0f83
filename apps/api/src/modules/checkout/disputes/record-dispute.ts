import { money, sumMoney, type Money } from '@terrace/domain/money/money'
import { serverActor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { recordChargeback, recordDisputeMovement } from '#api/modules/ledger/index.ts'
import { lockDispute, writeDispute, type Dispute, type PreviousDispute } from '#api/modules/payments/index.ts'
import { findAttemptOfPayment } from '../attempts/checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'

const logMessages = {
  open: 'payment disputed by the bank',
  won: 'dispute won',
  lost: 'dispute lost',
} as const

/**
 * Records a dispute or its outcome, notifies the operators and posts the money the gateway withdraws, returns or
 * keeps. Reports may arrive late or out of order: a decided dispute stays decided, and a report with fewer movements
 * than are known is outdated.
 */
export async function recordDispute(deps: CheckoutDeps, dispute: Dispute): Promise<void> {
  const { db, gateway, outbox, logger } = deps
  const { disputeId, gatewayPaymentId, reason, status: reportedStatus } = dispute
  const attempt = await findAttemptOfPayment(db, gateway.name, gatewayPaymentId)
  if (!attempt) return
  const { id: attemptId, teamId } = attempt
  const status = await inTransaction(db, async (tx) => {
    const stored = await lockDispute(tx, { gateway: gateway.name, attemptId }, dispute)
    const withheld = await recordMovements(tx, { attemptId, teamId, dispute, stored })
    const isDecided = stored.state === 'open' && reportedStatus !== 'open'
    if (isDecided && reportedStatus === 'lost' && withheld.minor > 0)
      await recordChargeback(tx, { attemptId, disputeId, teamId, amount: withheld })
    const state = stored.state === 'open' ? reportedStatus : stored.state
    const { amount, respondBy } = dispute.movements.length < stored.movementCount ? stored : dispute
    await writeDispute(tx, gateway.name, {
      disputeId,
      amount,
      state,
      respondBy: state === 'open' ? respondBy : null,
      withheld,
      movementCount: Math.max(stored.movementCount, dispute.movements.length),
    })
    if (!stored.isNew && !isDecided && withheld.minor === stored.withheld.minor) return undefined
    const topic = stored.isNew ? 'payment.disputed' : 'payment.dispute_updated'
    await recordEvents(tx, [{ topic, subject: attemptId, payload: { attemptId, teamId, disputeId } }])
    await recordChanges(tx, serverActor, {
      kind: 'dispute.changed',
      teamId,
      details: {
        attempt_id: attemptId,
        dispute_id: disputeId,
        before: { state: stored.isNew ? null : stored.state, withheld_minor: stored.withheld.minor },
        after: { state, withheld_minor: withheld.minor, currency: withheld.currency },
      },
    })
    return state
  })
  if (!status) return
  logger.warn({ attemptId, disputeId, reason, status }, logMessages[status])
  outbox.wake()
}

/** Posts new withdrawals and returns, and returns the amount the gateway withholds. */
async function recordMovements(
  tx: Tx,
  {
    attemptId,
    teamId,
    dispute: { disputeId, movements },
    stored,
  }: {
    attemptId: string
    teamId: string
    dispute: Dispute
    stored: PreviousDispute
  },
): Promise<Money> {
  if (movements.length <= stored.movementCount) return stored.withheld
  const { currency } = stored.withheld
  const withheld = money(0 - sumMoney(movements, currency).minor, currency)
  const withheldChange = money(withheld.minor - stored.withheld.minor, currency)
  if (withheldChange.minor !== 0)
    await recordDisputeMovement(tx, {
      attemptId,
      disputeId,
      teamId,
      withdrawn: withheldChange,
      movementCount: movements.length,
      isLost: stored.state === 'lost',
    })
  return withheld
}
