import { money, type Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'
import { entriesOfSale, type Sale } from './record-sale.ts'

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

/**
 * Books a part of a sale the other way round: its money is the buyer's again, and neither fee nor seller's due is earned. It is
 * paid by the gateway that took it, or from our own bank.
 */
export async function recordRefund(
  tx: Tx,
  {
    refundId,
    round,
    attemptId,
    orderId,
    paidFrom = 'gateway',
    ...part
  }: Sale & {
    refundId: string
    /** How often it was begun anew after it had failed, from 1. */
    round: number
    paidFrom?: 'gateway' | 'bank'
  },
): Promise<void> {
  const entries = entriesOfSale(part).map(({ account, amount }) => ({
    account: account === ledgerAccounts.gateway ? ledgerAccounts[paidFrom] : account,
    amount: money(-amount.minor, amount.currency),
  }))
  await insertTransaction(tx, {
    kind: 'refund',
    attemptId,
    orderId,
    refundId,
    occurrence: round,
    entries,
  })
}
