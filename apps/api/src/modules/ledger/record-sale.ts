import type { Money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import { credit, debit, ledgerAccounts, type Entry } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface SaleLine {
  sellerTeamId: string
  /** Price × quantity in the buyer's currency. */
  tickets: Money
  fee: Money
  /** Price × quantity in the seller's currency. */
  sellerDue: Money
}

export interface Sale {
  attemptId: string
  orderId: string
  teamId: string
  total: Money
  lines: readonly SaleLine[]
}

/** Records an order: the buyer is charged and pays, the fee is earned, each seller is credited (product.md §12.1). */
export async function recordSale(tx: Tx, { attemptId, orderId, teamId, total, lines }: Sale): Promise<void> {
  await insertTransaction(tx, {
    kind: 'sale',
    attemptId,
    orderId,
    entries: entriesOfSale({ teamId, total, lines }),
  })
}

/** Entries of a sale; a refund negates them. */
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
