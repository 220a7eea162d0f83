import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { orderErrors } from '../orders.errors.ts'
import { lockRefundLine } from './book-refund.ts'
import { reopenRefund } from './refunds.repo.ts'

/** Reopens a failed refund; `processRefunds` pays it. */
export async function retryRefund({ db }: { db: Db }, { refundId }: { refundId: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockRefundLine(tx, refundId))) throw orderErrors.make('order.refund_not_found')
    if (!(await reopenRefund(tx, refundId))) throw orderErrors.make('order.refund_not_failed')
  })
}
