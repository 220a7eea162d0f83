import type { Tx } from '../../db/transaction.ts'
import { reverseTransaction } from './ledger.repo.ts'

/** Books that the money of a refund has come back from the bank: all is as it was before that round of it was paid. */
export async function recordRefundFailure(
  tx: Tx,
  { attemptId, refundId, round }: { attemptId: string; refundId: string; round: number },
): Promise<void> {
  await reverseTransaction(tx, {
    kind: 'refund',
    as: 'refund_failure',
    attemptId,
    refundId,
    occurrence: round,
  })
}
