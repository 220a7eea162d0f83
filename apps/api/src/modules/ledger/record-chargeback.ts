import type { Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface Chargeback {
  attemptId: string
  disputeId: string
  teamId: string
  amount: Money
}

/** Books a payment that the buyer's bank has taken back: it is gone from the gateway, and the buyer owes it again. */
export async function recordChargeback(
  tx: Tx,
  { attemptId, disputeId, teamId, amount }: Chargeback,
): Promise<void> {
  await insertTransaction(tx, {
    kind: 'chargeback',
    attemptId,
    orderId: null,
    disputeId,
    entries: [debit(ledgerAccounts.buyer(teamId), amount), credit(ledgerAccounts.gateway, amount)],
  })
}
