import {
  batchRowAt,
  batchRowsBody,
  maxBatchJsonBytes,
  maxBatchRows,
  type BatchRow,
} from '@terrace/contracts/inventory-batches'
import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { csvText } from '@terrace/domain/text/csv-text'
import { parseInput } from '#api/http/parse-input.ts'
import { AppError, commonErrors, invalidInput } from '#api/shared/app-error.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { isNestedTooDeeply } from '#api/shared/http/json-depth.ts'

/** How many different names the rows may have together: each becomes a column of the file. */
const maxColumns = 200
/** How many invalid rows a response names. */
const maxNamedRows = 20
/** Rows that become lines of the file in one piece of work. */
const rowsAtOnce = 100

/**
 * Turns the rows of a JSON body into a file of the profile, so that they are stored, read and shown like any other file.
 * @throws `input.invalid`, `request.malformed`, `request.too_large`
 */
export async function fileOfRows(
  chunks: AsyncIterable<Uint8Array>,
  settings: Pick<InventorySettings, 'decimal' | 'delimiter'>,
  turns: WorkTurns,
): Promise<Uint8Array> {
  const bytes = await readBytes(chunks)
  const entries = await turns.run(() => rowsIn(parseJson(bytes)))
  const names = new Set<string>()
  const problems: Record<string, string[]>[] = []
  const rows = await turns.map(entries, (entry, at) => {
    if (problems.length === maxNamedRows) return {}
    const row = readRow(entry, at, names)
    if ('fields' in row) problems.push(row.fields)
    return 'fields' in row ? {} : row.cells
  })
  if (problems.length > 0)
    throw invalidInput(Object.fromEntries(problems.flatMap((fields) => Object.entries(fields))))
  const header = [...names]
  const delimiter = settings.delimiter ?? ','
  const slices = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )
  const parts = await turns.map(slices, (slice) => {
    const lines = slice.map((row) =>
      header.map((name) => cellOf(Object.hasOwn(row, name) ? (row[name] ?? null) : null, settings)),
    )
    return csvText(lines, delimiter).replace(/^\uFEFF/, '')
  })
  return Buffer.from(csvText([header], delimiter) + parts.join(''))
}

async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBatchJsonBytes)
      throw commonErrors.make('request.too_large', {
        title: 'The rows are larger than 4 MB. Send them as a CSV file, or in several requests by id',
      })
    read.push(chunk)
  }
  return Buffer.concat(read)
}

function parseJson(bytes: Buffer): unknown {
  const json = bytes.toString('utf8')
  if (isNestedTooDeeply(json)) throw invalidInput({ body: ['is nested too deeply'] })
  try {
    return JSON.parse(json)
  } catch (error) {
    throw commonErrors.make('request.malformed', { cause: error })
  }
}

/** The rows of the body; their cells, of which there may be a million, are not validated yet. @throws `input.invalid` */
function rowsIn(body: unknown): unknown[] {
  const found: unknown = isObject(body) ? body.rows : undefined
  const rows: unknown[] = Array.isArray(found) ? found : []
  const places = rows.slice(0, maxBatchRows + 1).map(() => null)
  parseInput(batchRowsBody, isObject(body) && rows === found ? { ...body, rows: places } : body)
  return rows
}

/**
 * Validates a row, and adds its new names in their order. Returns its cells, or the fields that are invalid.
 * @throws `input.invalid` for too many names
 */
function readRow(
  row: unknown,
  at: number,
  names: Set<string>,
): { cells: BatchRow } | { fields: Record<string, string[]> } {
  // Before the schema, which takes longer.
  if (isObject(row)) {
    for (const name of Object.keys(row)) {
      // The schema leaves this name out.
      if (name === '__proto__') continue
      names.add(name)
      if (names.size > maxColumns)
        throw invalidInput({ rows: [`must have at most ${maxColumns} different column names`] })
    }
  }
  try {
    return { cells: parseInput(batchRowAt, { rows: { [at]: row } }).rows[at] ?? {} }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'input.invalid')) throw error
    // The details of this code are the invalid fields.
    return { fields: error.details['fields'] as Record<string, string[]> }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellOf(cell: BatchRow[string], { decimal }: Pick<InventorySettings, 'decimal'>): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N'
  return typeof cell === 'number' && decimal === 'comma' ? String(cell).replace('.', ',') : String(cell)
}
