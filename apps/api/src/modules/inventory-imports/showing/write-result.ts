import { csvText } from '@terrace/domain/text/csv-text'
import { withoutMoney } from '#api/http/without-money.ts'
import { columnKey } from '../dialects/dialect.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import type { InventoryImport, RowAction } from '../imports/inventory-import.ts'
import { storedFile } from '../imports/receive-file.ts'
import { rowFormatOf, tableSettingsOf, type InventoryProfile } from '../profiles/profile.ts'
import { plainCell } from '../reading/read-row.ts'
import { cellReader } from '../reading/row-format.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { readInThread } from '../thread/reading-thread.ts'
import { readListingIds, readRowsAfter, readRowsBetween, type ShownRow } from './shown-rows.repo.ts'

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
  { after, action, withMoney }: { after: number; action?: RowAction | undefined; withMoney: boolean },
): Promise<CsvPart> {
  const { id, keptRows, rowsRead, counts } = inventoryImport
  const withKept = keptRows > 0 && (action === undefined || action === 'unchanged')
  const until = after + rowsPerPart
  const rows = withKept
    ? await readRowsBetween(deps.db, id, { first: after + 1, last: until })
    : await readRowsAfter(deps.db, id, { after, limit: rowsPerPart, action })
  const last = rows.at(-1)?.position ?? 0
  const input = await readInput(
    deps,
    inventoryImport,
    profile,
    withKept ? { first: after + 1, last: until } : { first: rows[0]?.position ?? 0, last },
  )
  const isShown = withMoney ? input.header.map(() => true) : columnsWithoutMoney(input.header, profile)
  const shownCells = (cells: readonly string[]) => cells.filter((_, at) => isShown[at] ?? withMoney)
  const results = rows
    .filter((row) => action === undefined || row.action === action)
    .map((row) => ({ position: row.position, cells: resultOf(withMoney ? row : withoutMoney(row)) }))
  const kept = withKept ? await keptResults(deps, inventoryImport, profile, { input, rows }) : []
  const lines = [...results, ...kept]
    .toSorted((left, right) => left.position - right.position)
    .map(({ position, cells }) => [
      ...shownCells(input.rows.get(position)?.texts ?? input.header.map(() => '')),
      ...cells,
    ])
  const text = csvText([...(after === 0 ? [[...shownCells(input.header), ...ownColumns]] : []), ...lines])
  const hasNext = withKept ? until < rowsRead + (counts.withdrawn ?? 0) : rows.length === rowsPerPart
  return {
    filename: `${inventoryImport.fileName.replace(/\.[^.]*$/, '')}-${action ?? 'result'}.csv`,
    csv: after === 0 ? text : text.replace(/^\uFEFF/, ''),
    next: hasNext ? String(withKept ? until : last) : null,
  }
}

/** Which columns of the file say neither what the seller paid nor what it receives. */
function columnsWithoutMoney(header: readonly string[], { settings }: InventoryProfile): boolean[] {
  const money = Object.entries(rowFormatOf(settings, null).columns)
    .filter(([, { field, unit }]) => field === 'cost' || unit === 'proceeds_per_ticket')
    .map(([name]) => columnKey(name))
  return header.map((name) => !money.includes(columnKey(name)))
}

function resultOf(row: ShownRow): string[] {
  return [
    row.line === null ? '' : String(row.line),
    row.outcome ?? (row.action === 'pending' ? 'held' : row.action),
    row.code ?? row.warnings.map(({ code }) => code).join(' '),
    row.message ?? row.warnings.map(({ message }) => message).join('; '),
    row.listingId ?? '',
  ]
}

interface Input {
  header: string[]
  /** By position. */
  rows: Map<number, { line: number; texts: string[] }>
}

/** Results of the rows that were not read, because they were as in the last file. */
async function keptResults(
  { db }: ImportDeps,
  { teamId, eventId }: InventoryImport,
  { settings }: InventoryProfile,
  { input, rows }: { input: Input; rows: readonly ShownRow[] },
): Promise<{ position: number; cells: string[] }[]> {
  const stored = new Set(rows.map(({ position }) => position))
  const toCells = cellReader(input.header, rowFormatOf(settings, eventId).columns)
  const kept = [...input.rows]
    .filter(([position]) => !stored.has(position))
    .map(([position, { line, texts }]) => ({
      position,
      line,
      externalId: plainCell(toCells(texts).get('external_id')),
    }))
  const listings = await readListingIds(
    db,
    teamId,
    kept.map(({ externalId }) => externalId),
  )
  return kept.map(({ position, line, externalId }) => ({
    position,
    cells: [String(line), 'unchanged', '', '', listings.get(externalId) ?? ''],
  }))
}

/** The rows with these positions as the file has them. */
async function readInput(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  { settings }: InventoryProfile,
  { first, last }: { first: number; last: number },
): Promise<Input> {
  try {
    const { header, cells } = await readInThread(
      storedFile(deps, inventoryImport),
      { kind: 'cells', table: tableSettingsOf(settings), first, last },
      { teamId: inventoryImport.teamId },
    )
    return { header, rows: new Map(cells) }
  } catch (error) {
    // A file that was refused has no rows to show.
    if (!(error instanceof UnreadableFile)) throw error
    return { header: [], rows: new Map() }
  }
}
