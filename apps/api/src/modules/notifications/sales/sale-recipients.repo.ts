import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface SaleRecipient {
  teamId: string
  email: string
  firstName: string
}

/** Who may deliver tickets, and has not switched these emails off. */
const wantsEmails = sql`a.status = 'active'
  and 'deliver' = any(account_permissions(a.team_role, a.seller_permissions, t.can_sell))
  and not exists (
    select from account_preferences p where p.account_id = a.id and p.key = 'sale_emails' and p.value = 'false')`

/** Members of this team that get an email about each sale. */
export async function readSaleRecipients(db: DbOrTx, teamId: string): Promise<SaleRecipient[]> {
  const { rows } = await sql<SaleRecipient>`
    select a.team_id as "teamId", a.email, a.first_name as "firstName"
    from accounts a join teams t on t.id = a.team_id
    where a.team_id = ${teamId} and ${wantsEmails} order by a.id`.execute(db)
  return rows
}

export interface EmailedSale {
  orderId: string
  teamId: string
}

/** Selling teams of these orders in which someone gets an email. */
export async function findEmailedSales(db: DbOrTx, orderIds: readonly string[]): Promise<EmailedSale[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<EmailedSale>`
    with sold as (
      select distinct order_id, seller_team_id from order_lines where order_id = any(${orderIds}::text[])
    ), emailed as (
      select s.seller_team_id from (select distinct seller_team_id from sold) s
      where exists (
        select from accounts a join teams t on t.id = a.team_id where a.team_id = s.seller_team_id and ${wantsEmails})
    )
    select order_id as "orderId", seller_team_id as "teamId" from sold
    where seller_team_id in (select seller_team_id from emailed) order by order_id, seller_team_id`.execute(
    db,
  )
  return rows
}
