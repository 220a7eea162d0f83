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
  const { db } = deps
  const last = await findLastApplied(db, inventoryImport.profileId)
  const isSame =
    last?.fileHash === inventoryImport.fileHash &&
    last.profileVersion === inventoryImport.profileVersion &&
    last.eventId === inventoryImport.eventId &&
    // Rows that were refused, or whose event was unknown, may be possible now.
    last.state === 'done' &&
    last.withdrawals !== 'kept'
  if (isSame && (await endIdentical(deps, inventoryImport, last))) return
  if (last && last.fileMadeAt > inventoryImport.fileMadeAt)
    return refuseImport(deps, inventoryImport, 'older', olderFileText(last))
  if (!(await deleteRows(db, inventoryImport.id))) return
  try {
    await readRows(deps, inventoryImport, profile)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (await deleteRows(db, inventoryImport.id))
      await refuseImport(deps, inventoryImport, error.code, error.message)
  }
}

/** Ends the import of the file that was applied last; not if its rows have to say which listings return to sale. */
async function endIdentical(
  { db, clock }: ImportDeps,
  { id, profileId }: InventoryImport,
  last: InventoryImport,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // First, so that the heartbeat takes nothing off sale from here on.
    await recordFile(tx, profileId, clock.now())
    const hasAllRows = last.fileParts.length > 0 && last.keptRows === 0
    if (!hasAllRows && (await hasUnpublished(tx, profileId))) return false
    await startRepublishing(tx, profileId, last.id)
    await changeImport(tx, id, 'received', {
      state: 'done',
      problemCode: 'identical',
      problem: 'This is the file that was applied last, so nothing changes',
      finishedAt: clock.now(),
    })
    return true
  })
}

async function readRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const outcome = await previewChangedRows(deps, inventoryImport, profile)
  if (outcome === 'ended') return
  const { rowsRead, eventsJson } =
    outcome.readRows ?? (await readAllRows(deps, inventoryImport, profile, outcome))
  await inTransaction(db, async (tx) => {
    await finishReading(tx, inventoryImport.id, eventsJson)
    await changeImport(tx, inventoryImport.id, 'received', { state: 'parsed', rowsRead })
    await recordFile(tx, inventoryImport.profileId, clock.now())
  })
}
