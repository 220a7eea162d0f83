import { UnreadableFile } from '../reading/decode-text.ts'
import { assertHeader, type Table, type TableRecord } from '../reading/table.ts'
import { cacheParts, type FileBytes } from '../thread/file-bytes.ts'
import type { CellContext } from './cell-text.ts'
import { openArchive } from './open-archive.ts'
import { readWorkbook } from './read-parts.ts'
import { readSheet } from './read-sheet.ts'

export interface SheetTable extends Table {
  sheet: string
  /** Names of all visible sheets. */
  sheets: string[]
}

export interface SheetOptions {
  /** Without one, the first visible sheet whose first row has at least two cells. */
  sheet?: string | null | undefined
  decimal?: CellContext['decimal'] | undefined
}

/**
 * Reads a sheet of a spreadsheet as a table.
 * @throws `UnreadableFile` when it is damaged or has no such sheet, from here or while its records are read
 */
export async function openWorkbook(
  file: FileBytes,
  { sheet: wanted, decimal = 'point' }: SheetOptions = {},
): Promise<SheetTable> {
  const archive = await openArchive(cacheParts(file))
  const workbook = await readWorkbook(archive)
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const sheets = visible.map(({ name }) => name)
  const choices = wanted ? workbook.sheets.filter(({ name }) => name === wanted) : visible
  if (wanted && choices.length === 0)
    throw new UnreadableFile(
      'sheet',
      `The file has no sheet "${wanted}". Its sheets are: ${sheets.join(', ')}`.slice(0, 1000),
    )
  let fallback: SheetTable | undefined
  for (const { name, file: path } of choices) {
    const rows = readSheet(archive, path, workbook, decimal)
    const first = await rows.next()
    if (first.done) continue
    const header = headerOf(first.value.cells)
    const table = { sheet: name, sheets, header, records: padded(rows, header.length) }
    if (wanted || header.length > 1) return checked(table)
    fallback ??= table
  }
  if (!fallback) throw new UnreadableFile('empty', 'This spreadsheet is empty: it has no header')
  return checked(fallback)
}

function checked(table: SheetTable): SheetTable {
  assertHeader(table.header)
  return table
}

/** Without the empty columns at the end. */
function headerOf(cells: readonly string[]): string[] {
  const header = cells.map((name) => name.trim())
  return header.slice(0, header.findLastIndex((name) => name !== '') + 1)
}

/** Sheets leave out empty cells at the end of a row. */
async function* padded(rows: AsyncIterable<TableRecord>, length: number): AsyncGenerator<TableRecord> {
  for await (const { line, cells } of rows) {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    const kept = cells.slice(0, Math.max(length, last + 1))
    for (let at = kept.length; at < length; at += 1) kept.push('')
    yield { line, cells: kept }
  }
}
