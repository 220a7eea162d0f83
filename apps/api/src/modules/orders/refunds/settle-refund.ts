import type { Db } from '../../../db/client.ts'
import { inTransaction, type Tx } from '../../../db/transaction.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { recordRefundFailure } from '../../ledger/index.ts'
import type { PaymentRefund } from '../../payments/index.ts'
import type { LockedLine } from '../lock-lines.repo.ts'
import { bookRefund, lockLineOfRefund } from './book-refund.ts'
import { endRefund, failPaidRefund, nameRefund, type RefundRound } from './refunds.repo.ts'

/** What the gateway says of a refund; without a name where it refuses to make one. */
type GatewayWord = Pick<PaymentRefund, 'refundId' | 'status'> | { refundId: undefined; status: 'failed' }

/**
 * Keeps what the gateway says of a round of a refund, under the order's lock: paid, not yet, or failed, be it after it was paid.
 * Whoever asked may come late or twice. A failure is the bank's last word, so a success that comes after it changes nothing, and
 * one that was booked before it is booked back.
 */
export async function settleRefund(
  { db }: { db: Db },
  refund: RefundRound,
  { refundId: gatewayRefundId, status }: GatewayWord,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const line = await lockLineOfRefund(tx, refund.id)
    if (!line) throw new Error(`the refund ${refund.id} has no line`)
    switch (status) {
      case 'pending':
        // The bank takes its days, and may refuse: asked again, by its name, until it has said.
        await nameRefund(tx, refund, gatewayRefundId)
        break
      case 'succeeded':
        if (await endRefund(tx, refund, { state: 'succeeded', gatewayRefundId }))
          await bookRefund(tx, line, { refundId: refund.id, round: refund.round, paidFrom: 'gateway' })
        break
      default:
        if (await endRefund(tx, refund, { state: 'failed', gatewayRefundId }))
          await tellOfFailure(tx, line, { wasPaid: false })
        else if (await failPaidRefund(tx, refund)) {
          await recordRefundFailure(tx, {
            attemptId: line.attemptId,
            refundId: refund.id,
            round: refund.round,
          })
          await tellOfFailure(tx, line, { wasPaid: true })
        }
    }
  })
}

/** `wasPaid`: the buyer was told that the money is on its way, and it came back. */
async function tellOfFailure(tx: Tx, line: LockedLine, { wasPaid }: { wasPaid: boolean }): Promise<void> {
  const { id: lineId, orderId, teamId, sellerTeamId } = line
  await recordEvents(tx, [
    {
      topic: 'order.refund_failed',
      subject: orderId,
      payload: { orderId, lineId, teamId, sellerTeamId, wasPaid },
    },
  ])
}
