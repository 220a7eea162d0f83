import {
  maxDraftRows,
  type DraftCells,
  type DraftFormat,
  type PastedColumn,
  type WireDraft,
} from '@terrace/contracts/inventory-drafts'
import type { ColumnMeaning, ImportField } from '@terrace/contracts/inventory-profiles'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import { readCsvCell } from '@terrace/domain/text/csv-text'
import { UnreadableFile } from '../reading/decode-text.ts'
import { delimiterOf, readTable } from '../reading/read-table.ts'
import { missingFields } from '../reading/row-format.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { formatOfDrafts } from './draft-rows.ts'
import { presentDraft } from './drafts.presenter.ts'
import { matchRows, type RowToMatch } from './match-rows.ts'
import { planDrafts } from './plan-drafts.ts'
import { recogniseColumns, type PastedColumns } from './recognise-columns.ts'
import type { DraftDeps, DraftReader } from './read-text.ts'

const maxColumns = 200
const maxCellChars = 500
/** A header, the rows that are shown, and empty rows between them. */
const maxRecords = 4 * maxDraftRows

interface RowsInput {
  text: string
  columns?: PastedColumns | undefined
  event_id: number | null
  chosen: readonly { key: string; event_id: number }[]
}

interface ReadRows {
  columns: PastedColumn[]
  has_header: boolean
  recognised_as: string | null
  missing: ImportField[]
  format: DraftFormat
  drafts: WireDraft[]
  left_out: number
}

/** Reads rows that were copied from a spreadsheet as listings. */
export async function readRows(
  deps: DraftDeps,
  { teamId, currency, turns }: DraftReader,
  { text, columns: given, event_id: eventId, chosen }: RowsInput,
): Promise<ReadRows> {
  const { db, clock, names } = deps
  const { table, left } = await readCells(text, turns)
  const found = await recogniseColumns(db, { teamId, currency, first: table[0] ?? [], given })
  const rows = found.hasHeader ? table.slice(1) : table
  const { format, meanings } = found
  const missing = missingOf(meanings, format, eventId)
  const shown = missing.length > 0 ? [] : rows.slice(0, maxDraftRows)
  const now = clock.now()
  const drafts: RowToMatch[] = shown.map((cells) => ({ cells: cellsOf(cells, meanings), eventId }))
  const matches = await matchRows(
    { db, names: await names.current(), now, teamId, format, chosen, turns },
    drafts,
  )
  const planned = await planDrafts(
    { db, now, teamId, turns },
    format,
    drafts.flatMap(({ cells }, at) => {
      const match = matches[at]
      return match ? [{ cells, match }] : []
    }),
  )
  return {
    columns: meanings.map((meaning, at) => ({
      name: found.hasHeader ? (table[0]?.[at] ?? '') : '',
      sample: (rows.find((cells) => (cells[at] ?? '') !== '')?.[at] ?? '').slice(0, 200),
      meaning,
    })),
    has_header: found.hasHeader,
    recognised_as: found.recognisedAs,
    missing,
    format,
    drafts: planned.map(presentDraft),
    left_out: Math.max(0, rows.length + left - maxDraftRows),
  }
}

/** Reads edited drafts again. */
export async function checkDrafts(
  { db, clock, names }: DraftDeps,
  { teamId, turns }: DraftReader,
  {
    format,
    drafts,
  }: { format: DraftFormat; drafts: readonly { cells: DraftCells; event_id: number | null }[] },
): Promise<WireDraft[]> {
  const now = clock.now()
  const rows = drafts.map(({ cells, event_id }) => ({ cells, eventId: event_id }))
  const matches = await matchRows({ db, names: await names.current(), now, teamId, format, turns }, rows)
  const planned = await planDrafts(
    { db, now, teamId, turns },
    format,
    rows.flatMap(({ cells }, at) => {
      const match = matches[at]
      return match ? [{ cells, match }] : []
    }),
  )
  return planned.map(presentDraft)
}

/** The cells of the header and of the lines that are shown, all of one width, and the number of further lines. */
async function readCells(text: string, turns: WorkTurns): Promise<{ table: string[][]; left: number }> {
  // The parser counts a CRLF in a quoted cell as two lines.
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const trimmed = plain.replace(/^(?:[^\S\t]*\n)+/, '')
  const delimiter = trimmed.split('\n', 10).some((line) => line.includes('\t'))
    ? '\t'
    : delimiterOf(trimmed.split('\n', 1)[0] ?? '')
  const lines: string[][] = []
  let columns = 0
  let lastLine = 0
  try {
    // The first line of a paste need not be a header; the reader of tables needs one.
    const table = await readTable(chunks(`header\n${trimmed}`), { delimiter, maxRecords: maxRecords + 1 })
    for await (const record of table.records) {
      // Without the header that was added.
      lastLine = record.line - 1 + record.cells.join('').split('\n').length - 1
      const cells = await turns.run(() => plainCells(record.cells))
      lines.push(cells)
      columns = Math.max(columns, cells.length)
      if (lines.length > maxDraftRows) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw invalidInput({ text: [error.message] })
  }
  if (lines.length === 0) throw invalidInput({ text: ['has no rows'] })
  const table = lines.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? ''))
  return { table, left: countLines(trimmed, lastLine) }
}

/** The cells of a line up to the last one with text: spreadsheets copy empty columns at the end. */
function plainCells(cells: readonly string[]): string[] {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > maxColumns) throw invalidInput({ text: [`has more than ${maxColumns} columns`] })
  const plain = cells
    .slice(0, used)
    .map((cell) => removeInvisible(readCsvCell(cell.slice(0, maxCellChars))).trim())
  return plain.slice(0, plain.findLastIndex((cell) => cell !== '') + 1)
}

/** How many lines with text in a cell follow the first ones. Reading them as cells would take seconds. */
function countLines(text: string, first: number): number {
  return text
    .split('\n')
    .slice(first)
    .filter((line) => /[^,;"\s]/.test(line)).length
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

function cellsOf(cells: readonly string[], meanings: readonly (ColumnMeaning | null)[]): DraftCells {
  const found: DraftCells = {}
  for (const [at, meaning] of meanings.entries()) {
    const cell = cells[at] ?? ''
    if (meaning && cell !== '') found[meaning.field] ??= cell
  }
  return found
}

function missingOf(
  meanings: readonly (ColumnMeaning | null)[],
  format: DraftFormat,
  eventId: number | null,
): ImportField[] {
  const header = meanings.flatMap((meaning) => meaning?.field ?? [])
  const missing = missingFields(header, { ...formatOfDrafts(format), eventId })
  return header.length === 0 ? ['section', 'quantity', 'price'] : missing
}
