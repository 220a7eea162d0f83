import { sellerPermissions, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Member, TeamRole } from './team.ts'

export async function readTeamContact(db: DbOrTx, teamId: string): Promise<{ name: string; email: string }> {
  return db.selectFrom('teams').select(['name', 'email']).where('id', '=', teamId).executeTakeFirstOrThrow()
}

/** Serialises membership changes until the transaction ends. */
export async function lockTeam(tx: Tx, teamId: string): Promise<void> {
  await tx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()
}

/** Current members, owners first. */
export async function findTeamMembers(db: DbOrTx, teamId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, team_role as "teamRole", status, username, email, first_name as "firstName", last_name as "lastName",
      created_at as "joinedAt", account_has_second_factor(id) as "hasSecondFactor",
      account_permissions(team_role, seller_permissions, true) as permissions
    from accounts where team_id = ${teamId} and status <> 'removed'
    order by team_role desc, lower(first_name), lower(last_name), id`.execute(db)
  return rows
}

export async function findMember(
  db: DbOrTx,
  teamId: string,
  accountId: string,
): Promise<{ teamRole: TeamRole; isActive: boolean; permissions: SellerPermission[] } | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(['team_role', 'status', 'seller_permissions'])
    .where('id', '=', accountId)
    .where('team_id', '=', teamId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return (
    row && {
      teamRole: row.team_role,
      isActive: row.status === 'active',
      permissions: sellerPermissions.filter((one) => row.seller_permissions.includes(one)),
    }
  )
}

export async function countActiveOwners(tx: Tx, teamId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('accounts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .where('team_role', '=', 'owner')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** Active owners of the team, who get its emails. */
export async function readOwnerIds(db: DbOrTx, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('team_id', '=', teamId)
    .where('team_role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

export async function writeTeamRole(tx: Tx, accountId: string, teamRole: TeamRole): Promise<void> {
  await tx.updateTable('accounts').set({ team_role: teamRole }).where('id', '=', accountId).execute()
}

/** In the order of `sellerPermissions`. */
export async function writePermissions(
  tx: Tx,
  accountId: string,
  permissions: readonly SellerPermission[],
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ seller_permissions: [...permissions] })
    .where('id', '=', accountId)
    .execute()
}

export async function canTeamSell(db: DbOrTx, teamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('can_sell as canSell')
    .where('id', '=', teamId)
    .executeTakeFirst()
  return row?.canSell ?? false
}

/** Team of the account with this email, ignoring case; `undefined` if there is no account. */
export async function findTeamIdByEmail(db: DbOrTx, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('team_id')
    .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return row?.team_id
}

/** From when the team requires a second factor; `null`: it does not. */
export async function readSecondFactorStart(db: DbOrTx, teamId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('teams')
    .select('second_factor_required_from as from')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  return row.from
}

/** Requires it after the given days; `null`: no longer. */
export async function writeSecondFactorStart(
  tx: Tx,
  teamId: string,
  days: number | null,
): Promise<Date | null> {
  const row = await tx
    .updateTable('teams')
    .set({
      second_factor_required_from:
        days === null ? null : sql<Date>`clock_timestamp() + make_interval(days => ${days})`,
    })
    .where('id', '=', teamId)
    .returning('second_factor_required_from as from')
    .executeTakeFirstOrThrow()
  return row.from
}

/** Members plus open invitations. */
export async function countSeats(tx: Tx, teamId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from accounts where team_id = ${teamId} and status <> 'removed')::int
      + (select count(*) from team_invitations where team_id = ${teamId} and ended_at is null)::int as count`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
