import type { Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface UnplacedRefund {
  attemptId: string
  teamId: string
  amount: Money
}

/** Books money that was taken without an order being kept, and was paid back in full. A void moves nothing: no booking. */
export async function recordUnplacedRefund(
  tx: Tx,
  { attemptId, teamId, amount }: UnplacedRefund,
): Promise<void> {
  const buyer = ledgerAccounts.buyer(teamId)
  await insertTransaction(tx, {
    kind: 'refund',
    attemptId,
    orderId: null,
    entries: [
      debit(ledgerAccounts.gateway, amount),
      credit(buyer, amount),
      debit(buyer, amount),
      credit(ledgerAccounts.gateway, amount),
    ],
  })
}
