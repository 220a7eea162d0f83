import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction, type DbOrTx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { saveHeartbeat } from '../automatic/heartbeats.repo.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { assertUsable, type InventoryProfile } from './profile.ts'
import {
  findListedProfile,
  findProfile,
  insertProfile,
  insertVersion,
  lockProfile,
  lockProfilesOfTeam,
  readProfiles,
  updateProfile,
  type ListedProfile,
} from './profiles.repo.ts'

const maxProfiles = 50

export interface ProfileDeps {
  db: Db
  clock: Clock
  ids: Ids
}

interface Saving {
  teamId: string
  name: string
  settings: InventorySettings
  actor: Actor
}

/**
 * Saves what a person confirmed about a kind of file.
 * @throws `input.invalid` for settings with which no row could be read
 */
export async function createProfile(
  { db, clock, ids }: ProfileDeps,
  { teamId, name, settings, actor }: Saving,
): Promise<ListedProfile> {
  assertUsable(settings)
  const id = ids.next('ipf')
  await withFreeName(
    inTransaction(db, async (tx) => {
      await lockProfilesOfTeam(tx, teamId)
      if ((await readProfiles(tx, teamId)).length >= maxProfiles)
        throw inventoryImportErrors.make('inventory_profile.too_many')
      await insertProfile(tx, { id, teamId, name })
      await insertVersion(tx, { id, version: 1, settings, savedBy: actor.actorId ?? null, at: clock.now() })
      await saveHeartbeat(tx, id, settings.heartbeat, clock.now())
      await recordChanges(tx, actor, {
        kind: 'inventory.profile_saved',
        teamId,
        details: { profile_id: id, version: 1, mode: settings.mode, currency: settings.currency },
      })
    }),
  )
  return found(await findListedProfile(db, teamId, id))
}

/** Saves a new version. Imports keep the version that they used. */
export async function changeProfile(
  { db, clock }: Omit<ProfileDeps, 'ids'>,
  { id, version, teamId, name, settings, actor }: Saving & { id: string; version: number },
): Promise<ListedProfile> {
  assertUsable(settings)
  await withFreeName(
    inTransaction(db, async (tx) => {
      const locked = await lockProfile(tx, teamId, id)
      if (!locked) throw inventoryImportErrors.make('inventory_profile.not_found')
      if (locked.version !== version) throw inventoryImportErrors.make('inventory_profile.changed')
      const next = version + 1
      await insertVersion(tx, {
        id,
        version: next,
        settings,
        savedBy: actor.actorId ?? null,
        at: clock.now(),
      })
      await updateProfile(tx, id, { name, version: next })
      await saveHeartbeat(tx, id, settings.heartbeat, clock.now())
      await recordChanges(tx, actor, {
        kind: 'inventory.profile_saved',
        teamId,
        details: { profile_id: id, version: next, mode: settings.mode, currency: settings.currency },
      })
    }),
  )
  return found(await findListedProfile(db, teamId, id))
}

/** Hides the profile. Its listings stay on sale, and no further file manages them. */
export async function archiveProfile(
  { db, clock }: Omit<ProfileDeps, 'ids'>,
  { teamId, id, actor }: { teamId: string; id: string; actor: Actor },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockProfile(tx, teamId, id))) throw inventoryImportErrors.make('inventory_profile.not_found')
    await updateProfile(tx, id, { archived_at: clock.now() })
    await saveHeartbeat(tx, id, null, clock.now())
    await recordChanges(tx, actor, {
      kind: 'inventory.profile_archived',
      teamId,
      details: { profile_id: id },
    })
  })
}

/** @throws `inventory_profile.not_found` also for a profile of another team */
export async function requireProfile(db: DbOrTx, teamId: string, id: string): Promise<InventoryProfile> {
  return found(await findProfile(db, teamId, id))
}

function found<Profile>(profile: Profile | undefined): Profile {
  if (profile === undefined) throw inventoryImportErrors.make('inventory_profile.not_found')
  return profile
}

async function withFreeName<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    if (constraintOf(error) !== 'inventory_profiles__by_team') throw error
    throw inventoryImportErrors.make('inventory_profile.name_taken', { cause: error })
  }
}
