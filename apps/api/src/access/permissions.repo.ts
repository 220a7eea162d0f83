import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** What the account may do for its team as a seller, now; nothing unless it is active. */
export async function readPermissions(db: DbOrTx, accountId: string): Promise<SellerPermission[]> {
  const { rows } = await sql<{ permissions: SellerPermission[] }>`
    select account_permissions(a.team_role, a.seller_permissions, t.can_sell) as permissions
    from accounts a join teams t on t.id = a.team_id
    where a.id = ${accountId} and a.status = 'active'`.execute(db)
  return rows[0]?.permissions ?? []
}

/** Full names of the team's active owners. */
export async function readOwnerNames(db: DbOrTx, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('full_name as name')
    .where('team_id', '=', teamId)
    .where('team_role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('name')
    .limit(20)
    .execute()
  return rows.map(({ name }) => name)
}
