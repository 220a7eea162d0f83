import type { Tx } from '#api/db/transaction.ts'
import { reverseTransaction } from './ledger.repo.ts'

/** Reverses one refund attempt whose money came back from the buyer's bank. */
export async function recordRefundFailure(
  tx: Tx,
  { attemptId, refundId, round }: { attemptId: string; refundId: string; round: number },
): Promise<void> {
  await reverseTransaction(tx, {
    kind: 'refund',
    reversalKind: 'refund_failure',
    attemptId,
    refundId,
    occurrence: round,
  })
}
