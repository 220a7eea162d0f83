import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

interface SaleRecipient {
  email: string
  firstName: string
  seesMoney: boolean
}

/** Whether account `a` may open sold tickets and has not switched these emails off. */
const wantsEmails = sql`a.status = 'active'
  and 'deliver' = any(account_permissions(a.team_role, a.seller_permissions, t.can_sell))
  and not exists (
    select from account_preferences p where p.account_id = a.id and p.key = 'sale_emails' and p.value = 'false')`

/** The member of this team, if it still gets an email about each sale. */
export async function findSaleRecipient(
  db: DbOrTx,
  { teamId, accountId }: { teamId: string; accountId: string },
): Promise<SaleRecipient | undefined> {
  const { rows } = await sql<SaleRecipient>`
    select a.email, a.first_name as "firstName",
      'money' = any(account_permissions(a.team_role, a.seller_permissions, t.can_sell)) as "seesMoney"
    from accounts a join teams t on t.id = a.team_id
    where a.id = ${accountId} and a.team_id = ${teamId} and ${wantsEmails}`.execute(db)
  return rows[0]
}

export interface EmailedSale {
  orderId: string
  teamId: string
  accountId: string
}

/** The members who get an email about each of these orders: those of the teams that must deliver its tickets. */
export async function findEmailedSales(db: DbOrTx, orderIds: readonly string[]): Promise<EmailedSale[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<EmailedSale>`
    with sold as (
      select distinct order_id, seller_team_id from order_lines
      where order_id = any(${orderIds}::text[]) and state = 'confirmed'
    ), emailed as (
      select a.id, a.team_id from accounts a join teams t on t.id = a.team_id
      where a.team_id in (select seller_team_id from sold) and ${wantsEmails}
    )
    select s.order_id as "orderId", s.seller_team_id as "teamId", e.id as "accountId"
    from sold s join emailed e on e.team_id = s.seller_team_id order by s.order_id, s.seller_team_id, e.id`.execute(
    db,
  )
  return rows
}
