import type { Db } from '../../../db/client.ts'
import { inTransaction, type Tx } from '../../../db/transaction.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import type { LockedLine } from '../lock-lines.repo.ts'
import { orderErrors } from '../orders.errors.ts'
import { bookRefund, lockLineOfRefund } from './book-refund.ts'
import { reopenRefund, settleOtherwise } from './refunds.repo.ts'

/** Has a refund that failed asked for once more, where what stood in its way is gone. `makeRefunds` takes it up. */
export async function retryRefund({ db }: { db: Db }, { refundId }: { refundId: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lineOf(tx, refundId)
    if (!(await reopenRefund(tx, refundId))) throw orderErrors.make('order.refund_not_failed')
  })
}

/** Books a refund that failed as paid without the gateway, once; the buyer reads how. */
export async function payRefundOtherwise(
  { db }: { db: Db },
  { refundId, how }: { refundId: string; how: string },
): Promise<void> {
  const text = how.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (text === '' || text.length > 200)
    throw invalidInput({ 'paid-otherwise': ['must be 1 to 200 characters'] })
  await inTransaction(db, async (tx) => {
    const line = await lineOf(tx, refundId)
    if (!(await settleOtherwise(tx, refundId, text))) throw orderErrors.make('order.refund_not_failed')
    await bookRefund(tx, line, { refundId, paidFrom: 'bank' })
  })
}

async function lineOf(tx: Tx, refundId: string): Promise<LockedLine> {
  const line = await lockLineOfRefund(tx, refundId)
  if (!line) throw orderErrors.make('order.refund_not_found')
  return line
}
