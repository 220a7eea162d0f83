import { serverActor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { recordRefundFailure } from '#api/modules/ledger/index.ts'
import type { PaymentRefund } from '#api/modules/payments/index.ts'
import type { LockedLine } from '../lock-lines.repo.ts'
import { bookRefund, lockRefundLine, refundChange } from './book-refund.ts'
import { endRefund, failPaidRefund, saveGatewayRefundId, type RefundRound } from './refunds.repo.ts'

/** Gateway status of a refund; `refundId` is missing when the gateway rejected its creation. */
type GatewayRefundResult =
  | Pick<PaymentRefund, 'refundId' | 'status'>
  | { refundId: undefined; status: 'failed' }

/**
 * Applies the gateway's status to a refund round, under the order's lock. Safe to repeat and to run late.
 * A failure is final: a later success is ignored, and an earlier success is reversed in the ledger.
 */
export async function finalizeRefund(
  { db }: { db: Db },
  refund: RefundRound,
  { refundId: gatewayRefundId, status }: GatewayRefundResult,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const line = await lockRefundLine(tx, refund.id)
    if (!line) throw new Error(`refund ${refund.id} has no line`)
    switch (status) {
      case 'pending':
        // The bank may take days and may still reject it. The processor polls it by its gateway id.
        await saveGatewayRefundId(tx, refund, gatewayRefundId)
        break
      case 'succeeded':
        if (await endRefund(tx, refund, { state: 'succeeded', gatewayRefundId })) {
          await bookRefund(tx, line, { refundId: refund.id, round: refund.round, paidFrom: 'gateway' })
          await recordChanges(tx, serverActor, {
            kind: 'refund.succeeded',
            ...refundChange(line, refund.id, { from: 'pending', to: 'succeeded' }),
          })
        }
        break
      default:
        if (await endRefund(tx, refund, { state: 'failed', gatewayRefundId }))
          await recordFailure(tx, line, { refundId: refund.id, wasPaid: false })
        else if (await failPaidRefund(tx, refund)) {
          await recordRefundFailure(tx, {
            attemptId: line.attemptId,
            refundId: refund.id,
            round: refund.round,
          })
          await recordFailure(tx, line, { refundId: refund.id, wasPaid: true })
        }
    }
  })
}

/** `wasPaid`: the buyer was notified of the refund, but the bank returned it. */
async function recordFailure(
  tx: Tx,
  line: LockedLine,
  { refundId, wasPaid }: { refundId: string; wasPaid: boolean },
): Promise<void> {
  const { id: lineId, orderId, teamId, sellerTeamId } = line
  await recordEvents(tx, [
    {
      topic: 'order.refund_failed',
      subject: orderId,
      payload: { orderId, lineId, teamId, sellerTeamId, wasPaid },
    },
  ])
  await recordChanges(tx, serverActor, {
    kind: 'refund.failed',
    ...refundChange(line, refundId, { from: wasPaid ? 'succeeded' : 'pending', to: 'failed' }),
  })
}
