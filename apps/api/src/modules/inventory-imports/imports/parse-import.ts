import { inTransaction } from '#api/db/transaction.ts'
import { hasUnpublished, recordFile, startRepublishing } from '../automatic/heartbeats.repo.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { ImportDeps } from './import-deps.ts'
import { deleteRows } from './import-rows.repo.ts'
import { changeImport, findLastApplied } from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { previewChangedRows } from './preview-changed-rows.ts'
import { finishReading, readAllRows } from './read-rows.ts'
import { olderFileText, refuseImport } from './refuse-import.ts'

/** Reads the file into rows; a file that is the same, older or unreadable ends here. */
export async function parseImport(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const last = await findLastApplied(db, inventoryImport.profileId)
  const isSame =
    last?.fileHash === inventoryImport.fileHash &&
    last.profileVersion === inventoryImport.profileVersion &&
    last.eventId === inventoryImport.eventId &&
    (last.counts.held ?? 0) === 0 &&
    last.withdrawals !== 'kept'
  // Without all of its rows, the last import does not say which listings return to sale.
  const isUnknown =
    (last?.fileParts.length === 0 || (last?.keptRows ?? 0) > 0) &&
    (await hasUnpublished(db, inventoryImport.profileId))
  if (isSame && !isUnknown) {
    await recordFile(db, inventoryImport.profileId, clock.now())
    await startRepublishing(db, inventoryImport.profileId, last.id)
    await changeImport(db, inventoryImport.id, 'received', {
      state: 'done',
      problemCode: 'identical',
      problem: 'This is the file that was applied last, so nothing changes',
      finishedAt: clock.now(),
    })
    return
  }
  if (last && last.fileMadeAt > inventoryImport.fileMadeAt)
    return refuseImport(deps, inventoryImport, 'older', olderFileText(last))
  await deleteRows(db, inventoryImport.id)
  try {
    await readRows(deps, inventoryImport, profile)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await deleteRows(db, inventoryImport.id)
    await refuseImport(deps, inventoryImport, error.code, error.message)
  }
}

async function readRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const outcome = await previewChangedRows(deps, inventoryImport, profile)
  if (outcome === 'ended') return
  const { rowsRead, eventsJson } = outcome.readRows ?? (await readAllRows(deps, inventoryImport, profile))
  await inTransaction(db, async (tx) => {
    await finishReading(tx, inventoryImport.id, eventsJson)
    await changeImport(tx, inventoryImport.id, 'received', { state: 'parsed', rowsRead })
    await recordFile(tx, inventoryImport.profileId, clock.now())
  })
}
