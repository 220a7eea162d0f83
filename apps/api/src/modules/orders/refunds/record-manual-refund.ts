import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { toSingleLine } from '#api/shared/text/single-line.ts'
import { orderErrors } from '../orders.errors.ts'
import { bookRefund, lockRefundLine, refundChange } from './book-refund.ts'
import { markPaidManually } from './refunds.repo.ts'

/** Records once that a failed refund was paid outside the gateway. The note is shown to the buyer. */
export async function recordManualRefund(
  { db }: { db: Db },
  { refundId, note, by }: { refundId: string; note: string; by?: Actor },
): Promise<void> {
  const text = toSingleLine(note)
  if (text === '' || text.length > 200)
    throw invalidInput({ 'paid-manually': ['must be 1 to 200 characters'] })
  await inTransaction(db, async (tx) => {
    const line = await lockRefundLine(tx, refundId)
    if (!line) throw orderErrors.make('order.refund_not_found')
    const paid = await markPaidManually(tx, refundId, text)
    if (!paid) throw orderErrors.make('order.refund_not_failed')
    await bookRefund(tx, line, { refundId, round: paid.round, paidFrom: 'bank' })
    await recordChanges(tx, by, {
      kind: 'refund.paid_manually',
      ...refundChange(line, refundId, { from: 'failed', to: 'succeeded' }),
    })
  })
}
