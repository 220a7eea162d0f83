import { inTransaction } from '#api/db/transaction.ts'
import { readBarcodeKey } from '#api/modules/supply/index.ts'
import { wasNotifiedRecently } from '../automatic/automatic-imports.repo.ts'
import { isAutomatic } from '../automatic/decide-automatically.ts'
import { hasUnpublished, recordFile, startRepublishing } from '../automatic/heartbeats.repo.ts'
import { notifyOwners } from '../notices/notify-owners.ts'
import { importLink } from '../notices/page-links.ts'
import { insertImportEvents } from '../matching/import-events.repo.ts'
import { rowFormatOf, tableSettingsOf, type InventoryProfile } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { readInThread } from '../thread/reading-thread.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  deleteRows,
  insertRows,
  rejectRepeatedBarcodes,
  rejectRepeatedIds,
  rejectRepeatedSeats,
} from './import-rows.repo.ts'
import { changeImport, extendClaim, findLastApplied } from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { storedFile } from './receive-file.ts'

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
  // Without its rows, the last import does not say which listings return to sale.
  const isUnknown = last?.fileParts.length === 0 && (await hasUnpublished(db, inventoryImport.profileId))
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

export function olderFileText(last: InventoryImport): string {
  return `The file is older than ${last.fileName}, which was applied before. Export it again`
}

/** Ends an import that changes nothing. */
export async function refuseImport(
  { db, clock }: ImportDeps,
  inventoryImport: InventoryImport,
  code: string,
  problem: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isRefused = await changeImport(tx, inventoryImport.id, inventoryImport.state, {
      state: 'refused',
      problemCode: code,
      problem,
      finishedAt: clock.now(),
    })
    // A person who uploads a file sees it on the page.
    if (
      !isRefused ||
      !isAutomatic(inventoryImport) ||
      (await wasNotifiedRecently(tx, inventoryImport, { state: 'refused' }))
    )
      return
    await notifyOwners(tx, inventoryImport.teamId, {
      kind: 'file',
      title: 'A stock file was refused',
      detail: `${inventoryImport.fileName}: ${problem}`,
      link: importLink(inventoryImport.id),
    })
  })
}

async function readRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  { settings }: InventoryProfile,
): Promise<void> {
  const { db } = deps
  const barcodeKey = await readBarcodeKey(deps)
  let position = 0
  const { rowsRead, eventsJson } = await readInThread(
    storedFile(deps, inventoryImport),
    {
      kind: 'rows',
      format: rowFormatOf(settings, inventoryImport.eventId),
      table: tableSettingsOf(settings),
      barcodeKey,
    },
    {
      teamId: inventoryImport.teamId,
      async onBatch(rowsJson, rows) {
        await insertRows(db, inventoryImport.id, rowsJson)
        position += rows
        await extendClaim(db, inventoryImport.id, { to: position })
      },
    },
  )
  await inTransaction(db, async (tx) => {
    await rejectRepeatedIds(tx, inventoryImport.id)
    await rejectRepeatedSeats(tx, inventoryImport.id)
    await rejectRepeatedBarcodes(tx, inventoryImport.id)
    await insertImportEvents(tx, inventoryImport.id, eventsJson)
    await changeImport(tx, inventoryImport.id, 'received', { state: 'parsed', rowsRead })
    await recordFile(tx, inventoryImport.profileId, deps.clock.now())
  })
}
