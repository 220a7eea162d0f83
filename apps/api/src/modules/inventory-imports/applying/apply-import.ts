import { recordChanges } from '#api/audit/record-changes.ts'
import { serverActor, type Actor } from '#api/audit/actor.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { startRepublishing } from '../automatic/heartbeats.repo.ts'
import type { ImportDeps } from '../jobs/import-deps.ts'
import { changeImport, extendClaim, lockImport } from '../jobs/imports.repo.ts'
import type { ImportCounts, InventoryImport } from '../jobs/inventory-import.ts'
import { countRows } from '../jobs/withdrawals.repo.ts'
import { createSaleEvents } from '../planning/sale-event.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import { adoptUnchanged, type WritingPlace } from './batch-rows.repo.ts'
import { writeBatch } from './write-batch.ts'

/**
 * Writes what the preview showed, in short transactions. Each one also stores what its rows did, so that an import which
 * was interrupted goes on with the next row and never writes one twice.
 */
export async function applyImport(
  deps: ImportDeps,
  job: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const events = createSaleEvents()
  const withWithdrawals = job.withdrawals === 'free' || job.withdrawals === 'confirmed'
  let after: WritingPlace | undefined
  do {
    const from = after
    after = await inTransaction(db, async (tx) => {
      // Two processes never write at the same time, even after a claim that expired too early.
      const locked = await lockImport(tx, job.id)
      if (locked?.state !== 'applying') return undefined
      const batch = await writeBatch(tx, { ...deps, job, profile, events, withWithdrawals, after: from })
      if (batch) await extendClaim(tx, job.id, { more: batch.written })
      return batch?.last
    })
  } while (after)
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await adoptUnchanged(tx, { profileId: job.profileId, importId: job.id, now })
    const counts = await countRows(tx, job.id)
    const hasErrors = (counts.rejected ?? 0) + (counts.invalid ?? 0) + (counts.held ?? 0) > 0
    const isFinished = await changeImport(tx, job.id, 'applying', {
      state: hasErrors ? 'done_with_errors' : 'done',
      counts,
      finishedAt: now,
    })
    if (!isFinished) return
    await startRepublishing(tx, job.profileId, job.id)
    await recordChanges(tx, actorOfImport(job), {
      kind: 'inventory.import_applied',
      teamId: job.teamId,
      details: { import_id: job.id, profile_id: job.profileId, ...summaryOf(counts) },
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
