import type { Tx } from '#api/db/transaction.ts'
import { reverseTransaction } from './ledger.repo.ts'

/** Reverses a sale in full, for an order that was rolled back. */
export async function reverseSale(tx: Tx, attemptId: string): Promise<void> {
  await reverseTransaction(tx, { kind: 'sale', reversalKind: 'refund', attemptId })
}
