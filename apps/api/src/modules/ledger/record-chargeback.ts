import type { Money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface Chargeback {
  attemptId: string
  disputeId: string
  teamId: string
  /** Amount the gateway has withheld for this dispute. */
  amount: Money
}

/** Records a lost dispute: the bank keeps the withheld amount, so the buyer owes it again. */
export async function recordChargeback(
  tx: Tx,
  { attemptId, disputeId, teamId, amount }: Chargeback,
): Promise<void> {
  await insertTransaction(tx, {
    kind: 'chargeback',
    attemptId,
    orderId: null,
    disputeId,
    entries: [debit(ledgerAccounts.buyer(teamId), amount), credit(ledgerAccounts.withheld, amount)],
  })
}
