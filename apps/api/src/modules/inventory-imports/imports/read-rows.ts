import type { Tx } from '#api/db/transaction.ts'
import { readBarcodeKey } from '#api/modules/supply/index.ts'
import { insertImportEvents } from '../matching/import-events.repo.ts'
import { rowFormatOf, tableSettingsOf, type InventoryProfile } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { irregularCode, type ReadingResults } from '../thread/reading-messages.ts'
import { readInThread } from '../thread/reading-thread.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  deleteRows,
  insertRows,
  rejectRepeatedBarcodes,
  rejectRepeatedIds,
  rejectRepeatedSeats,
} from './import-rows.repo.ts'
import { extendClaim } from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { storedFile } from './receive-file.ts'

/** Grows when the meaning of rows changes with a release, so that all rows are read again. */
const rulesVersion = 1

/** Whether what a row means depends only on the row, its listing and its event. */
export function isComparable({ settings }: InventoryProfile): boolean {
  return settings.mode !== 'patch' && settings.identity === 'column'
}

/** Reads and stores all rows of the file. `isIrregular`: its rows cannot be compared. @throws `UnreadableFile` */
export async function readAllRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { isIrregular = false }: { isIrregular?: boolean },
): Promise<ReadingResults['rows']> {
  const mayCompare = isComparable(profile) && !isIrregular
  const read = mayCompare
    ? await readChangedRows(deps, inventoryImport, profile, new Uint8Array())
    : undefined
  if (read) return read
  const { teamId } = inventoryImport
  const { onBatch, ...task } = await readingOf(deps, inventoryImport, profile)
  return readInThread(storedFile(deps, inventoryImport), { kind: 'rows', ...task }, { teamId, onBatch })
}

/**
 * Reads and stores the rows of the file except those with one of these digests, 16 bytes each. `undefined`, with nothing
 * stored, if the file is no table whose rows can be compared.
 * @throws `UnreadableFile`
 */
export async function readChangedRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  digests: Uint8Array,
): Promise<ReadingResults['changed_rows'] | undefined> {
  const { teamId } = inventoryImport
  const { onBatch, ...task } = await readingOf(deps, inventoryImport, profile)
  const context = JSON.stringify([rulesVersion, profile.id, profile.settings, task.format, task.table])
  try {
    return await readInThread(
      storedFile(deps, inventoryImport),
      { kind: 'changed_rows', ...task, context, digests },
      { teamId, onBatch },
    )
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== irregularCode) throw error
    await deleteRows(deps.db, inventoryImport.id)
    return undefined
  }
}

/** How the rows are read, and where they are stored. */
async function readingOf(deps: ImportDeps, { id, eventId }: InventoryImport, { settings }: InventoryProfile) {
  let position = 0
  return {
    format: rowFormatOf(settings, eventId),
    table: tableSettingsOf(settings),
    barcodeKey: await readBarcodeKey(deps),
    async onBatch(rowsJson: string, rows: number) {
      await insertRows(deps.db, id, rowsJson)
      position += rows
      await extendClaim(deps.db, id, { to: position })
    },
  }
}

/** Rejects rows that contradict each other, and stores the events that the rows name. */
export async function finishReading(tx: Tx, importId: string, eventsJson: string): Promise<void> {
  await rejectRepeatedIds(tx, importId)
  await rejectRepeatedSeats(tx, importId)
  await rejectRepeatedBarcodes(tx, importId)
  await insertImportEvents(tx, importId, eventsJson)
}
