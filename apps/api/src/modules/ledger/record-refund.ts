import { money, type Money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'
import { entriesOfSale, type Sale } from './entries-of-sale.ts'

export interface RefundWithoutOrder {
  attemptId: string
  teamId: string
  amount: Money
}

/**
 * Records a payment that was captured without an order and refunded in full. A voided authorisation moves no money
 * and has no entry.
 */
export async function recordRefundWithoutOrder(
  tx: Tx,
  { attemptId, teamId, amount }: RefundWithoutOrder,
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
 * Reverses part of a sale: the buyer is paid back, and neither fee nor seller amount is earned. Paid from the
 * gateway, or from our own bank.
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
    attemptId: string
    orderId: string
    refundId: string
    /** Refund attempt, starting at 1; each retry after a failure has its own transaction. */
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
