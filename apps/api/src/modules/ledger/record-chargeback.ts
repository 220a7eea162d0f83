import type { Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface Chargeback {
  attemptId: string
  disputeId: string
  teamId: string
  /** What the provider had withheld by then. */
  amount: Money
}

/** Books a payment that the buyer's bank has taken back for good: what was withheld is gone, and the buyer owes it again. */
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
