import { csvText } from '@terrace/domain/text/csv-text'
import type { ImportDeps } from '../imports/import-deps.ts'
import type { InventoryImport, RowAction } from '../imports/inventory-import.ts'
import { storedFile } from '../imports/receive-file.ts'
import { tableSettingsOf, type InventoryProfile } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { readInThread } from '../thread/reading-thread.ts'
import { readRowsAfter, type ShownRow } from './shown-rows.repo.ts'

export interface CsvPart {
  filename: string
  csv: string
  next: string | null
}

const rowsPerPart = 10_000
const ownColumns = ['line', 'status', 'code', 'message', 'listing_id']

/**
 * The file with the result of each row, in parts of 10,000 rows. Withdrawn listings follow without a line. Cells that a
 * spreadsheet would run are neutralised.
 */
export async function writeResult(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { after, action }: { after: number; action?: RowAction | undefined },
): Promise<CsvPart> {
  const rows = await readRowsAfter(deps.db, inventoryImport.id, { after, limit: rowsPerPart, action })
  const { header, cells } = await readInput(deps, inventoryImport, profile, rows)
  const lines = rows.map((row) => [
    ...(cells.get(row.position) ?? header.map(() => '')),
    row.line === null ? '' : String(row.line),
    row.outcome ?? (row.action === 'pending' ? 'held' : row.action),
    row.code ?? row.warnings.map(({ code }) => code).join(' '),
    row.message ?? row.warnings.map(({ message }) => message).join('; '),
    row.listingId ?? '',
  ])
  const text = csvText([...(after === 0 ? [[...header, ...ownColumns]] : []), ...lines])
  const last = rows.at(-1)
  return {
    filename: `${inventoryImport.fileName.replace(/\.[^.]*$/, '')}-${action ?? 'result'}.csv`,
    csv: after === 0 ? text : text.replace(/^\uFEFF/, ''),
    next: last && rows.length === rowsPerPart ? String(last.position) : null,
  }
}

/** The cells of these rows as the file has them. */
async function readInput(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  { settings }: InventoryProfile,
  rows: readonly ShownRow[],
): Promise<{ header: string[]; cells: Map<number, string[]> }> {
  const [first, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0]
  try {
    const { header, cells } = await readInThread(
      storedFile(deps, inventoryImport),
      { kind: 'cells', table: tableSettingsOf(settings), first, last },
      { teamId: inventoryImport.teamId },
    )
    return { header, cells: new Map(cells) }
  } catch (error) {
    // A file that was refused has no rows to show.
    if (!(error instanceof UnreadableFile)) throw error
    return { header: [], cells: new Map() }
  }
}
