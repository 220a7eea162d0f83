import type { Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts, type Entry } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface SaleLine {
  sellerTeamId: string
  /** Price × quantity as the buyer pays it. */
  tickets: Money
  /** Fee × quantity. */
  fee: Money
  /** Price × quantity as the seller is due it, in the seller's currency. */
  sellerDue: Money
}

export interface Sale {
  attemptId: string
  orderId: string
  teamId: string
  total: Money
  lines: readonly SaleLine[]
}

/** Books an order: the buyer is charged and pays, the fee is earned, each seller is due their part (product.md §12). */
export async function recordSale(tx: Tx, { attemptId, orderId, teamId, total, lines }: Sale): Promise<void> {
  await insertTransaction(tx, {
    kind: 'sale',
    attemptId,
    orderId,
    entries: entriesOfSale({ teamId, total, lines }),
  })
}

/** What a sale moves between the accounts; a refund moves the same the other way. */
export function entriesOfSale({ teamId, total, lines }: Pick<Sale, 'teamId' | 'total' | 'lines'>): Entry[] {
  const buyer = ledgerAccounts.buyer(teamId)
  return [
    debit(buyer, total),
    ...lines.flatMap(entriesOfLine),
    debit(ledgerAccounts.gateway, total),
    credit(buyer, total),
  ]
}

function entriesOfLine({ sellerTeamId, tickets, fee, sellerDue }: SaleLine): Entry[] {
  const seller = credit(ledgerAccounts.seller(sellerTeamId), sellerDue)
  const earned = credit(ledgerAccounts.fees, fee)
  if (tickets.currency === sellerDue.currency) return [earned, seller]
  return [earned, credit(ledgerAccounts.exchange, tickets), debit(ledgerAccounts.exchange, sellerDue), seller]
}
