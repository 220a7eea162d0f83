import { importUndoHours } from '@terrace/contracts/inventory-imports'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { hasUnpublished, recordFile } from '../automatic/heartbeats.repo.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { findExistingEvents } from '../matching/catalogue-events.repo.ts'
import { findImportEvent, saveMatches } from '../matching/import-events.repo.ts'
import { idSourceOf } from '../profiles/profile.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import { applyNameDecision } from '../requests/decide-names.ts'
import { fingerprintManagedListings } from '../settled/settled-rows.repo.ts'
import type { ImportDeps } from './import-deps.ts'
import { resetRows } from './import-rows.repo.ts'
import { changeImport, findLastApplied, lockImport } from './imports.repo.ts'
import type { ImportState, InventoryImport } from './inventory-import.ts'

type DecideDeps = Pick<ImportDeps, 'db' | 'clock'>

interface ImportTarget {
  teamId: string
  importId: string
  actor: Actor
}

export type EventDecision = { eventId: number } | { skip: true }

/**
 * Chooses the event of held rows, or skips them. The decision applies to all rows that name the event; a chosen event also
 * to later files of the team, and it resolves the team's request for this event.
 */
export async function decideEvent(
  { db, clock }: DecideDeps,
  { teamId, importId, actor, key, decision }: ImportTarget & { key: string; decision: EventDecision },
): Promise<InventoryImport> {
  return inTransaction(db, async (tx) => {
    const inventoryImport = await requireState(tx, { teamId, importId }, ['previewed'])
    const event = await findImportEvent(tx, importId, key)
    if (!event) throw inventoryImportErrors.make('inventory_import.event_not_found')
    const eventId = 'eventId' in decision ? decision.eventId : null
    if (eventId !== null && !(await findExistingEvents(tx, [eventId])).has(eventId))
      throw inventoryImportErrors.make('inventory_import.event_not_found', { title: 'Event not found' })
    const { candidates, named } = event
    const matchedBy = eventId === null ? null : 'decision'
    await saveMatches(tx, importId, [{ key, eventId, matchedBy, isSkipped: eventId === null, candidates }])
    await resetRows(tx, importId, key)
    await previewAgain(tx, importId, 'previewed')
    if (eventId !== null) {
      const profile = await findProfileVersion(tx, inventoryImport.profileId, inventoryImport.profileVersion)
      await applyNameDecision(tx, {
        decision: profile
          ? { named, source: idSourceOf(profile), eventId }
          : { named: { ...named, foreignId: null }, source: '', eventId },
        nameOf: teamId,
        foreignIdOf: teamId,
        decidedBy: actor.actorId ?? null,
        at: clock.now(),
      })
      await recordChanges(tx, actor, {
        kind: 'inventory.event_named',
        teamId,
        details: { import_id: importId, event_id: eventId },
      })
    }
    return requireState(tx, { teamId, importId }, ['matched', 'received'])
  })
}

/**
 * Confirms the exact number of listings that the file withdraws, or keeps them on sale.
 * @throws `inventory_import.withdrawals_count` for any other number
 */
export async function confirmWithdrawals(
  { db }: DecideDeps,
  { teamId, importId, choice }: Omit<ImportTarget, 'actor'> & { choice: { count: number } | { keep: true } },
): Promise<InventoryImport> {
  return inTransaction(db, async (tx) => {
    const inventoryImport = await requireState(tx, { teamId, importId }, ['previewed'])
    const { withdrawn = 0 } = inventoryImport.counts
    if (withdrawn === 0) throw inventoryImportErrors.make('inventory_import.wrong_state')
    const isKept = 'keep' in choice
    if (!isKept && choice.count !== withdrawn)
      throw inventoryImportErrors.make('inventory_import.withdrawals_count', {
        title: `count: must be ${withdrawn}, the number of listings that this file withdraws`,
      })
    await changeImport(tx, importId, 'previewed', {
      withdrawals: isKept ? 'kept' : 'confirmed',
      withdrawalsConfirmed: isKept ? null : withdrawn,
    })
    return requireState(tx, { teamId, importId }, ['previewed'])
  })
}

/**
 * Starts to write what the preview showed. A repeated call has no effect. If another file was applied in the meantime, or
 * another profile has taken over listings of rows that were not read, the preview is made again instead.
 */
export async function startApplying(
  { db, clock }: DecideDeps,
  { teamId, importId, actor }: ImportTarget,
): Promise<InventoryImport> {
  const started = await inTransaction(db, async (tx) => {
    const inventoryImport = await requireState(tx, { teamId, importId }, [
      'previewed',
      'applying',
      'done',
      'done_with_errors',
    ])
    if (inventoryImport.state !== 'previewed') return inventoryImport
    if (inventoryImport.withdrawals === 'guarded')
      throw inventoryImportErrors.make('inventory_import.withdrawals_unconfirmed')
    const last = await findLastApplied(tx, inventoryImport.profileId)
    if ((last?.id ?? null) !== inventoryImport.baseImportId) {
      await previewAgain(tx, importId, 'previewed')
      return undefined
    }
    // From here on, no other import of the team changes which profile manages a listing.
    await changeImport(tx, importId, 'previewed', {
      state: 'applying',
      appliedAt: clock.now(),
      appliedBy: actor.actorId ?? null,
      claimedUntil: null,
      rowsDone: 0,
    })
    if (inventoryImport.keptRows > 0 && !(await areKeptRowsCurrent(tx, inventoryImport, clock.now()))) {
      await previewAgain(tx, importId, 'applying')
      return undefined
    }
    return requireState(tx, { teamId, importId }, ['applying'])
  }).catch(asBusy)
  if (!started) throw inventoryImportErrors.make('inventory_import.preview_outdated')
  return started
}

/**
 * Whether the listings of rows that were not read are on sale and managed by the profile, as when the preview was made. For
 * rows that are read, applying the file ensures both.
 */
async function areKeptRowsCurrent(
  tx: Tx,
  { profileId, managedListings }: InventoryImport,
  now: Date,
): Promise<boolean> {
  // Waits for the heartbeat if it is taking listings off sale, and stops it from starting to.
  await recordFile(tx, profileId, now)
  return (
    !(await hasUnpublished(tx, profileId)) &&
    (await fingerprintManagedListings(tx, profileId)) === managedListings
  )
}

/** Ends an import that has changed nothing yet. */
export async function discardImport(
  { db, clock }: DecideDeps,
  { teamId, importId }: Omit<ImportTarget, 'actor'>,
): Promise<InventoryImport> {
  return inTransaction(db, async (tx) => {
    const inventoryImport = await requireState(tx, { teamId, importId }, [
      'received',
      'parsed',
      'matched',
      'previewed',
      'discarded',
    ])
    if (inventoryImport.state === 'discarded') return inventoryImport
    await changeImport(tx, importId, inventoryImport.state, { state: 'discarded', finishedAt: clock.now() })
    return requireState(tx, { teamId, importId }, ['discarded'])
  })
}

/** Until when an applied import can be undone; not any more once its rows were deleted to make room for newer files. */
export function undoUntil(inventoryImport: InventoryImport): Date | null {
  const appliedAt = appliedAtOf(inventoryImport)
  // The rows are deleted together with the file.
  const isEmptied = inventoryImport.fileParts.length === 0
  return appliedAt && !isEmptied ? new Date(appliedAt.getTime() + importUndoHours * 3_600_000) : null
}

function appliedAtOf({ appliedAt, state }: InventoryImport): Date | null {
  return state === 'done' || state === 'done_with_errors' ? appliedAt : null
}

/**
 * Whether the import can still be undone.
 * @throws `inventory_import.wrong_state`, `inventory_import.undo_expired`
 */
export function assertUndoable(inventoryImport: InventoryImport, now: Date): void {
  if (appliedAtOf(inventoryImport) === null) throw inventoryImportErrors.make('inventory_import.wrong_state')
  const until = undoUntil(inventoryImport)
  if (until === null || now > until) throw inventoryImportErrors.make('inventory_import.undo_expired')
}

/** Starts to restore what the import changed. `relist`: also listings that it withdrew. */
export async function startUndoing(
  { db, clock }: DecideDeps,
  { teamId, importId, actor, relist }: ImportTarget & { relist: boolean },
): Promise<InventoryImport> {
  return inTransaction(db, async (tx) => {
    const inventoryImport = await requireState(tx, { teamId, importId }, [
      'done',
      'done_with_errors',
      'undoing',
      'undone',
    ])
    if (inventoryImport.state === 'undoing' || inventoryImport.state === 'undone') return inventoryImport
    assertUndoable(inventoryImport, clock.now())
    await changeImport(tx, importId, inventoryImport.state, {
      state: 'undoing',
      relistsWithdrawn: relist,
      claimedUntil: null,
      rowsDone: 0,
    })
    await recordChanges(tx, actor, {
      kind: 'inventory.import_undone',
      teamId,
      details: { import_id: importId, relists_withdrawn: relist },
    })
    return requireState(tx, { teamId, importId }, ['undoing'])
  }).catch(asBusy)
}

/** A trigger lets an import with kept rows start from its file, because these rows have to be compared again. */
async function previewAgain(tx: Tx, importId: string, from: 'previewed' | 'applying'): Promise<void> {
  await changeImport(tx, importId, from, { state: 'matched', appliedAt: null, appliedBy: null, rowsDone: 0 })
}

async function requireState(
  tx: Tx,
  { teamId, importId }: Omit<ImportTarget, 'actor'>,
  states: readonly ImportState[],
): Promise<InventoryImport> {
  const inventoryImport = await lockImport(tx, importId, teamId)
  if (!inventoryImport) throw inventoryImportErrors.make('inventory_import.not_found')
  if (!states.includes(inventoryImport.state))
    throw inventoryImportErrors.make('inventory_import.wrong_state')
  return inventoryImport
}

function asBusy(error: unknown): never {
  if (constraintOf(error) !== 'inventory_imports__one_at_a_time') throw error
  throw inventoryImportErrors.make('inventory_import.busy', { cause: error })
}
