import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface OrderClient {
  orderId: string
  teamId: string
  quoteId: string | null
  clientId: string | null
  clientName: string | null
}

export async function readOrderClients(db: DbOrTx, orderIds: readonly string[]): Promise<OrderClient[]> {
  const { rows } = await sql<OrderClient>`
    select id as "orderId", team_id as "teamId", quote_id as "quoteId", client_id as "clientId", client_name as "clientName"
    from orders where id = any(${orderIds}) order by team_id, id`.execute(db)
  return rows
}

/** Links the team's orders for one of these names, ignoring case, unless they belong to another client. */
export async function linkOrdersNamed(
  tx: Tx,
  { teamId, clientId, names }: { teamId: string; clientId: string; names: readonly string[] },
): Promise<void> {
  await sql`
    update orders set client_id = ${clientId}
    where team_id = ${teamId} and client_id is null
      and lower(client_name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(tx)
}

export async function readOrderNumbers(
  db: DbOrTx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', orderIds).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
