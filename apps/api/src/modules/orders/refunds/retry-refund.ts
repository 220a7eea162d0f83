import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { orderErrors } from '../orders.errors.ts'
import { lockRefundLine, refundChange } from './book-refund.ts'
import { reopenRefund } from './refunds.repo.ts'

/** Reopens a failed refund; `processRefunds` pays it. */
export async function retryRefund(
  { db }: { db: Db },
  { refundId, by }: { refundId: string; by?: Actor },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const line = await lockRefundLine(tx, refundId)
    if (!line) throw orderErrors.make('order.refund_not_found')
    if (!(await reopenRefund(tx, refundId))) throw orderErrors.make('order.refund_not_failed')
    await recordChanges(tx, by, {
      kind: 'refund.retried',
      ...refundChange(line, refundId, { from: 'failed', to: 'pending' }),
    })
  })
}
