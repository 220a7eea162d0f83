import type { Tx } from '../../db/transaction.ts'
import { reverseTransaction } from './ledger.repo.ts'

/** Books the whole of a sale the other way round: the order was undone and nobody owes anybody anything. */
export async function reverseSale(tx: Tx, attemptId: string): Promise<void> {
  await reverseTransaction(tx, { kind: 'sale', as: 'refund', attemptId })
}
