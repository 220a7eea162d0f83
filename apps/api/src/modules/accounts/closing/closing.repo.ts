import { sql } from 'kysely'
import type { ClosingReason } from '@terrace/contracts/closing'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readUndoUntil } from '../email-change/email-changes.repo.ts'

export interface Closing {
  reasons: ClosingReason[]
  /** How many orders, sales, listings and so on are in the way. */
  counts: Partial<Record<ClosingReason, number>>
  endsTeam: boolean
}

interface Row {
  endsTeam: boolean
  otherMembers: number
  owners: number
  otherOperators: number
  orders: number
  sales: number
  listings: number
  holds: number
  payments: number
  role: string
  teamRole: string
}

export async function readClosing(db: DbOrTx, accountId: string): Promise<Closing> {
  const { rows } = await sql<Row>`
    select c.ends_team as "endsTeam", c.other_members as "otherMembers", c.owners, c.other_operators as "otherOperators",
      c.orders, c.sales, c.listings, c.holds, c.payments, a.role, a.team_role as "teamRole"
    from accounts a, account_closing_reasons(a.id) c where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) return { reasons: [], counts: {}, endsTeam: false }
  const counts: Record<ClosingReason, number> = {
    only_owner: row.teamRole === 'owner' && row.otherMembers > 0 && row.owners === 0 ? row.otherMembers : 0,
    last_operator: row.role === 'operator' && row.otherOperators === 0 ? 1 : 0,
    undelivered_orders: row.orders,
    undelivered_sales: row.sales,
    listings_on_sale: row.listings,
    holds: row.holds,
    payments: row.payments,
    // An attacker who changed the address must not close the account before its owner can undo that.
    email_change: (await readUndoUntil(db, accountId)) === undefined ? 0 : 1,
  }
  return { reasons: reasonOrder.filter((reason) => counts[reason] > 0), counts, endsTeam: row.endsTeam }
}

const reasonOrder: readonly ClosingReason[] = [
  'only_owner',
  'last_operator',
  'undelivered_orders',
  'undelivered_sales',
  'listings_on_sale',
  'payments',
  'holds',
  'email_change',
]
