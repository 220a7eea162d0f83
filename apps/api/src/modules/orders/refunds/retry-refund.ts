import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { orderErrors } from '../orders.errors.ts'
import { lockLineOfRefund } from './book-refund.ts'
import { reopenRefund } from './refunds.repo.ts'

/** Has a refund that failed asked for once more, where what stood in its way is gone. `makeRefunds` takes it up. */
export async function retryRefund({ db }: { db: Db }, { refundId }: { refundId: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockLineOfRefund(tx, refundId))) throw orderErrors.make('order.refund_not_found')
    if (!(await reopenRefund(tx, refundId))) throw orderErrors.make('order.refund_not_failed')
  })
}
