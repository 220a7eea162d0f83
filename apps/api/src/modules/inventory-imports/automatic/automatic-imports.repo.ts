import { inventorySettings, type InventorySettings } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { InventoryImport, WaitReason } from '../imports/inventory-import.ts'

/** Earlier files of the profile that arrived without a person: those still in work, and those that wait for a decision. */
export async function readEarlierFiles(
  db: DbOrTx,
  { id, profileId, createdAt }: InventoryImport,
): Promise<{ waiting: string[]; working: number }> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from inventory_imports
    where profile_id = ${profileId} and id <> ${id} and source in ('api', 'drop')
      and state in ('received', 'parsed', 'matched', 'previewed', 'applying')
      and (created_at, id) < (${createdAt}::timestamptz, ${id})`.execute(db)
  const waiting = rows.filter(({ state }) => state === 'previewed').map((row) => row.id)
  return { waiting, working: rows.length - waiting.length }
}

/** Whether an import of the team is being applied or undone. There is only one at a time. */
export async function isApplying(db: DbOrTx, teamId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inventory_imports where team_id = ${teamId} and state in ('applying', 'undoing') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const readImports = 20

/** The settings of the profile's last imports without errors, back to the last one that was undone. */
export async function readCleanSettings(tx: Tx, profileId: string): Promise<InventorySettings[]> {
  const { rows } = await sql<{ settings: unknown }>`
    select v.settings from inventory_imports i
    join inventory_profile_versions v on v.profile_id = i.profile_id and v.version = i.profile_version
    where i.profile_id = ${profileId} and i.state = 'done' and i.applied_at is not null
      and i.applied_at > coalesce((
        select max(u.applied_at) from inventory_imports u where u.profile_id = ${profileId} and u.state in ('undoing', 'undone')
      ), '-infinity')
    order by i.applied_at desc limit ${readImports}`.execute(tx)
  return rows.map(({ settings }) => inventorySettings.parse(settings))
}

/** Ends files of a full inventory that a newer one replaces. */
export async function discardSuperseded(tx: Tx, importIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update inventory_imports set state = 'discarded', finished_at = ${at}, problem_code = 'superseded',
      problem = 'A newer file of this profile arrived before this one was decided'
    where id = any(${importIds}::text[]) and state = 'previewed'`.execute(tx)
}

const quietHours = 6

/** Whether owners were notified of the same about this profile within `quietHours`. */
export async function wasNotifiedRecently(
  tx: Tx,
  { id, profileId }: InventoryImport,
  about: { waitsFor: WaitReason } | { state: 'refused' },
): Promise<boolean> {
  const same =
    'waitsFor' in about
      ? sql`waits_for = ${about.waitsFor}`
      : sql`state = 'refused' and source in ('api', 'drop')`
  const { rows } = await sql`
    select from inventory_imports
    where profile_id = ${profileId} and id <> ${id} and ${same} and created_at > clock_timestamp() - make_interval(hours => ${quietHours})
    limit 1`.execute(tx)
  return rows.length > 0
}
