import type { NotificationKind } from '@terrace/contracts/notifications'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface Recipient {
  accountId: string
  teamId: string
  isOwner: boolean
  /** What the account may do for its team as a seller. */
  permissions: readonly SellerPermission[]
  /** Kinds that the account's notifications centre does not list. */
  muted: readonly string[]
}

const muted = sql`coalesce((
    select p.value from account_preferences p where p.account_id = a.id and p.key = 'muted_notifications'
  ), '[]')`

/** Active accounts of these teams. */
export async function readRecipients(db: DbOrTx, teamIds: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.id as "accountId", a.team_id as "teamId", a.team_role = 'owner' as "isOwner",
      account_permissions(a.team_role, a.seller_permissions, t.can_sell) as permissions, ${muted} as muted
    from accounts a join teams t on t.id = a.team_id where a.team_id = any(${teamIds}::text[]) and a.status = 'active'
    order by a.id`.execute(db)
  return rows
}

export async function isMuted(db: DbOrTx, accountId: string, kind: NotificationKind): Promise<boolean> {
  const { rows } = await sql<{ isMuted: boolean }>`
    select ${muted} ? ${kind} as "isMuted" from accounts a where a.id = ${accountId}`.execute(db)
  return rows[0]?.isMuted ?? false
}
