import type { Money } from '@terrace/domain/money/money'
import { credit, debit, ledgerAccounts, type Entry } from './entry.ts'

export interface SaleLine {
  sellerTeamId: string
  /** Price × quantity in the buyer's currency. */
  tickets: Money
  fee: Money
  /** Price × quantity in the seller's currency. */
  sellerDue: Money
}

export interface Sale {
  teamId: string
  total: Money
  lines: readonly SaleLine[]
}

/**
 * Entries of a sale: the buyer is charged and pays, the fee is earned, each seller is credited (product.md §12.1). A
 * refund negates them.
 */
export function entriesOfSale({ teamId, total, lines }: Sale): Entry[] {
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
