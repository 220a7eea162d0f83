import { recordChanges } from '#api/audit/record-changes.ts'
import { serverActor, type Actor } from '#api/audit/actor.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { startRepublishing } from '../automatic/heartbeats.repo.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { changeImport, extendClaim, lockImport } from '../imports/imports.repo.ts'
import type { ImportCounts, InventoryImport } from '../imports/inventory-import.ts'
import { countRows } from '../imports/withdrawals.repo.ts'
import { forgetChangedFacts } from '../settled/event-facts.ts'
import { createSaleEvents } from '../planning/sale-event.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import type { WriteCursor } from './batch-rows.repo.ts'
import { settleRows } from './settle-rows.ts'
import { writeBatch } from './write-batch.ts'

/**
 * Writes what the preview showed, in short transactions. Each one also stores the result of its rows, so that an interrupted
 * import continues with the next row and writes none twice.
 */
export async function applyImport(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const events = createSaleEvents()
  // `free`: so few that no confirmation is needed.
  const withWithdrawals =
    inventoryImport.withdrawals === 'free' || inventoryImport.withdrawals === 'confirmed'
  let after: WriteCursor | undefined
  do {
    const from = after
    after = await inTransaction(db, async (tx) => {
      // Two processes never write at the same time, even after a claim that expired too early.
      const locked = await lockImport(tx, inventoryImport.id)
      if (locked?.state !== 'applying') return undefined
      const batch = await writeBatch(tx, {
        ...deps,
        inventoryImport,
        profile,
        events,
        withWithdrawals,
        after: from,
      })
      if (batch) await extendClaim(tx, inventoryImport.id, { more: batch.written })
      return batch?.last
    })
  } while (after)
  const { id: importId, profileId, keptRows } = inventoryImport
  await forgetChangedFacts(db, inventoryImport, clock.now())
  await settleRows(deps, inventoryImport)
  const counts = await countRows(db, inventoryImport)
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const hasErrors = (counts.rejected ?? 0) + (counts.invalid ?? 0) + (counts.held ?? 0) > 0
    const isFinished = await changeImport(tx, inventoryImport.id, 'applying', {
      state: hasErrors ? 'done_with_errors' : 'done',
      counts,
      finishedAt: now,
      ...(keptRows === 0 && { readFullyAt: now }),
    })
    if (!isFinished) return
    // Only stored rows say which listings return, so listings that went off sale meanwhile wait for the next file, which is
    // then read fully.
    if (keptRows === 0) await startRepublishing(tx, profileId, importId)
    await recordChanges(tx, actorOfImport(inventoryImport), {
      kind: 'inventory.import_applied',
      teamId: inventoryImport.teamId,
      details: { import_id: inventoryImport.id, profile_id: inventoryImport.profileId, ...summaryOf(counts) },
    })
  })
}

/** The account that applied the import; the server, for one that an operator applied. */
function actorOfImport({ appliedBy, teamId }: InventoryImport): Actor {
  return appliedBy === null ? serverActor : { ...serverActor, actorId: appliedBy, teamId }
}

function summaryOf(counts: ImportCounts): Record<string, number> {
  const { written = 0, rejected = 0, withdrawn = 0, held = 0, invalid = 0 } = counts
  return {
    created: counts.new ?? 0,
    changed: counts.changed ?? 0,
    withdrawn,
    written,
    rejected,
    held,
    invalid,
  }
}
