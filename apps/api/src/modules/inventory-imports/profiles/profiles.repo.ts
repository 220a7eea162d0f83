import { inventorySettings } from '@terrace/contracts/inventory-profiles'
import { sql, type RawBuilder } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { InventoryProfile } from './profile.ts'

export interface ListedProfile extends InventoryProfile {
  liveListings: number
}

/** Counted only for people: it takes as long as the profile has listings. */
const liveListings = sql`(
  select count(*)::int from inventory_listing_sources s
  join listings l on l.id = s.listing_id and l.status = 'active' and l.sold < l.quantity
  where s.profile_id = p.id
) as "liveListings"`

async function read<Profile extends InventoryProfile>(
  db: DbOrTx,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    select p.id, p.team_id as "teamId", p.name, v.version, v.settings, v.saved_at as "updatedAt" ${more}
    from inventory_profiles p join inventory_profile_versions v on v.profile_id = p.id
    where ${where} order by lower(p.name)`.execute(db)
  // Settings added later have their defaults.
  return rows.map((row) => ({ ...row, settings: inventorySettings.parse(row.settings) }))
}

const isInUse = (teamId: string) =>
  sql`p.team_id = ${teamId} and p.archived_at is null and v.version = p.version`

/** Until the end of the transaction, no other one counts or adds profiles of the team. */
export async function lockProfilesOfTeam(tx: Tx, teamId: string): Promise<void> {
  await lockUntilEnd(tx, `inventory profiles of ${teamId}`)
}

/** The team's profiles in use, by name. */
export function readProfiles(db: DbOrTx, teamId: string): Promise<ListedProfile[]> {
  return read(db, isInUse(teamId), sql`, ${liveListings}`)
}

export async function findProfile(
  db: DbOrTx,
  teamId: string,
  profileId: string,
): Promise<InventoryProfile | undefined> {
  const [profile] = await read(db, sql`p.id = ${profileId} and ${isInUse(teamId)}`)
  return profile
}

export async function findListedProfile(
  db: DbOrTx,
  teamId: string,
  profileId: string,
): Promise<ListedProfile | undefined> {
  const where = sql`p.id = ${profileId} and ${isInUse(teamId)}`
  const [profile] = await read<ListedProfile>(db, where, sql`, ${liveListings}`)
  return profile
}

/** The version that an import used. */
export async function findProfileVersion(
  db: DbOrTx,
  profileId: string,
  version: number,
): Promise<InventoryProfile | undefined> {
  const [profile] = await read(db, sql`p.id = ${profileId} and v.version = ${version}`)
  return profile
}

/** Locks the profile, so that two people who save at the same time do not overwrite each other. */
export async function lockProfile(
  tx: Tx,
  teamId: string,
  profileId: string,
): Promise<{ version: number } | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from inventory_profiles
    where id = ${profileId} and team_id = ${teamId} and archived_at is null for update`.execute(tx)
  return rows[0]
}

export async function insertProfile(
  tx: Tx,
  { id, teamId, name }: Pick<InventoryProfile, 'id' | 'teamId' | 'name'>,
): Promise<void> {
  await tx.insertInto('inventory_profiles').values({ id, team_id: teamId, name }).execute()
}

export async function insertVersion(
  tx: Tx,
  values: Pick<InventoryProfile, 'id' | 'version' | 'settings'> & { savedBy: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('inventory_profile_versions')
    .values({
      profile_id: values.id,
      version: values.version,
      settings: JSON.stringify(values.settings),
      saved_by: values.savedBy,
      saved_at: values.at,
    })
    .execute()
}

export async function updateProfile(
  tx: Tx,
  profileId: string,
  values: { name?: string; version?: number; archived_at?: Date },
): Promise<void> {
  await tx.updateTable('inventory_profiles').set(values).where('id', '=', profileId).execute()
}
