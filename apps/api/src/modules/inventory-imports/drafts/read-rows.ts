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
import { formatOfDrafts } from './draft-rows.ts'
import { presentDraft } from './drafts.presenter.ts'
import { matchRows, type RowToMatch } from './match-rows.ts'
import { planDrafts } from './plan-drafts.ts'
import { recogniseColumns, type PastedColumns } from './recognise-columns.ts'
import type { DraftDeps, DraftReader } from './read-text.ts'

const maxColumns = 200

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
  { teamId, currency }: DraftReader,
  { text, columns: given, event_id: eventId, chosen }: RowsInput,
): Promise<ReadRows> {
  const { db, clock, names } = deps
  const { table, left } = await readCells(text)
  const found = await recogniseColumns(db, { teamId, currency, first: table[0] ?? [], given })
  const rows = found.hasHeader ? table.slice(1) : table
  const { format, meanings } = found
  const missing = missingOf(meanings, format, eventId)
  const shown = missing.length > 0 ? [] : rows.slice(0, maxDraftRows)
  const now = clock.now()
  const drafts: RowToMatch[] = shown.map((cells) => ({ cells: cellsOf(cells, meanings), eventId }))
  const matches = await matchRows({ db, names: await names.current(), now, teamId, format, chosen }, drafts)
  const planned = await planDrafts(
    { db, now, teamId },
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
  { teamId }: DraftReader,
  {
    format,
    drafts,
  }: { format: DraftFormat; drafts: readonly { cells: DraftCells; event_id: number | null }[] },
): Promise<WireDraft[]> {
  const now = clock.now()
  const rows = drafts.map(({ cells, event_id }) => ({ cells, eventId: event_id }))
  const matches = await matchRows({ db, names: await names.current(), now, teamId, format }, rows)
  const planned = await planDrafts(
    { db, now, teamId },
    format,
    rows.flatMap(({ cells }, at) => {
      const match = matches[at]
      return match ? [{ cells, match }] : []
    }),
  )
  return planned.map(presentDraft)
}

/** The cells of the header and of the lines that are shown, all of one width, and the number of further lines. */
async function readCells(text: string): Promise<{ table: string[][]; left: number }> {
  const trimmed = text.replace(/^(?:[^\S\t]*\r?\n)+/, '')
  const delimiter = trimmed.split(/\r\n|\r|\n/, 10).some((line) => line.includes('\t'))
    ? '\t'
    : delimiterOf(trimmed.split(/\r\n|\r|\n/, 1)[0] ?? '')
  const lines: string[][] = []
  let columns = 0
  let left = 0
  try {
    // The first line of a paste need not be a header; the reader of tables needs one.
    const { records } = await readTable(chunks(`header\n${trimmed}`), { delimiter })
    for await (const { cells } of records) {
      if (lines.length > maxDraftRows) {
        left += 1
        continue
      }
      // Spreadsheets copy empty columns at the end.
      const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      if (used > maxColumns) throw invalidInput({ text: [`has more than ${maxColumns} columns`] })
      lines.push(cells.slice(0, used).map((cell) => removeInvisible(readCsvCell(cell)).trim()))
      columns = Math.max(columns, (lines.at(-1)?.findLastIndex((cell) => cell !== '') ?? -1) + 1)
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw invalidInput({ text: [error.message] })
  }
  if (lines.length === 0) throw invalidInput({ text: ['has no rows'] })
  const table = lines.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? ''))
  return { table, left }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

function cellsOf(cells: readonly string[], meanings: readonly (ColumnMeaning | null)[]): DraftCells {
  const found: DraftCells = {}
  for (const [at, meaning] of meanings.entries()) {
    const cell = (cells[at] ?? '').slice(0, 500)
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
