import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import { plainLine } from '../../../shared/plain-line.ts'
import { orderErrors } from '../orders.errors.ts'
import { bookRefund, lockLineOfRefund } from './book-refund.ts'
import { settleOtherwise } from './refunds.repo.ts'

/** Books a refund that failed as paid without the gateway, once; the buyer reads how. */
export async function payRefundOtherwise(
  { db }: { db: Db },
  { refundId, how }: { refundId: string; how: string },
): Promise<void> {
  const text = plainLine(how)
  if (text === '' || text.length > 200)
    throw invalidInput({ 'paid-otherwise': ['must be 1 to 200 characters'] })
  await inTransaction(db, async (tx) => {
    const line = await lockLineOfRefund(tx, refundId)
    if (!line) throw orderErrors.make('order.refund_not_found')
    const paid = await settleOtherwise(tx, refundId, text)
    if (!paid) throw orderErrors.make('order.refund_not_failed')
    await bookRefund(tx, line, { refundId, round: paid.round, paidFrom: 'bank' })
  })
}
