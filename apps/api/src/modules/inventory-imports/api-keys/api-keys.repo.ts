import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { teamIsSelling } from '../imports/selling-team.repo.ts'

export interface ApiKey {
  id: string
  teamId: string
  profileId: string
  profileName: string
  name: string
  prefix: string
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

async function read(db: DbOrTx, rest: RawBuilder<unknown>): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select k.id, k.team_id as "teamId", k.profile_id as "profileId", p.name as "profileName", k.name, k.prefix,
      a.username as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt"
    from inventory_api_keys k
    join inventory_profiles p on p.id = k.profile_id
    left join accounts a on a.id = k.created_by and a.status <> 'removed'
    ${rest}`.execute(db)
  return rows
}

const shownKeys = 100

/** The team's keys, those in use first. */
export function readApiKeys(db: DbOrTx, teamId: string, now: Date): Promise<ApiKey[]> {
  return read(
    db,
    sql`where k.team_id = ${teamId}
      order by (k.revoked_at is null and k.expires_at > ${now}) desc, k.created_at desc limit ${shownKeys}`,
  )
}

export async function findApiKey(db: DbOrTx, teamId: string, id: string): Promise<ApiKey | undefined> {
  const [key] = await read(db, sql`where k.id = ${id} and k.team_id = ${teamId}`)
  return key
}

export interface KeyInUse {
  id: string
  teamId: string
  profileId: string
  expiresAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
  isTeamSelling: boolean
  isProfileArchived: boolean
  isCreatorSuspended: boolean
}

export async function findKeyByHash(db: DbOrTx, hash: Buffer): Promise<KeyInUse | undefined> {
  const { rows } = await sql<KeyInUse>`
    select k.id, k.team_id as "teamId", k.profile_id as "profileId", k.expires_at as "expiresAt",
      k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", p.archived_at is not null as "isProfileArchived",
      ${teamIsSelling(sql`k.team_id`)} as "isTeamSelling", coalesce(a.status = 'suspended', false) as "isCreatorSuspended"
    from inventory_api_keys k join inventory_profiles p on p.id = k.profile_id left join accounts a on a.id = k.created_by
    where k.secret_hash = ${hash}`.execute(db)
  return rows[0]
}

/** Whether the key is revoked. Locks a valid one, so that it is not revoked before the transaction ends. */
export async function isKeyRevoked(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ isRevoked: boolean }>`
    select revoked_at is not null as "isRevoked" from inventory_api_keys where id = ${id} for share`.execute(
    tx,
  )
  return rows[0]?.isRevoked ?? true
}

export async function recordKeyUse(db: DbOrTx, id: string, at: Date): Promise<void> {
  await db.updateTable('inventory_api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

export async function countActiveKeys(tx: Tx, teamId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_api_keys
    where team_id = ${teamId} and revoked_at is null and expires_at > ${now}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertApiKey(
  tx: Tx,
  key: Pick<ApiKey, 'id' | 'teamId' | 'profileId' | 'name' | 'prefix' | 'createdAt' | 'expiresAt'> & {
    secretHash: Buffer
    createdBy: string
  },
): Promise<void> {
  await tx
    .insertInto('inventory_api_keys')
    .values({
      id: key.id,
      team_id: key.teamId,
      profile_id: key.profileId,
      name: key.name,
      prefix: key.prefix,
      secret_hash: key.secretHash,
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute()
}

/** Returns whether the key was not revoked yet. */
export async function revokeKey(
  tx: Tx,
  { id, by, at }: { id: string; by: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inventory_api_keys')
    .set({ revoked_at: at, revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
