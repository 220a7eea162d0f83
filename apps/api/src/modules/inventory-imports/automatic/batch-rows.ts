import { batchRowsBody, maxBatchJsonBytes } from '@terrace/contracts/inventory-batches'
import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { csvText } from '@terrace/domain/text/csv-text'
import { parseInput } from '#api/http/parse-input.ts'
import { commonErrors, invalidInput } from '#api/shared/app-error.ts'

/** How many different names the rows may have together: each becomes a column of the file. */
const maxColumns = 200

type Cell = string | number | boolean | null

/**
 * Turns the rows of a JSON body into a file of the profile, so that they are stored, read and shown like any other file.
 * @throws `input.invalid`, `request.malformed`, `request.too_large`
 */
export async function fileOfRows(
  chunks: AsyncIterable<Uint8Array>,
  settings: Pick<InventorySettings, 'decimal' | 'delimiter'>,
): Promise<Uint8Array> {
  const { rows } = parseInput(batchRowsBody, await readJson(chunks))
  const header = columnsOf(rows)
  const lines = rows.map((row) => header.map((name) => cellOf(row[name] ?? null, settings)))
  return Buffer.from(csvText([header, ...lines], settings.delimiter ?? ','))
}

/** The names of the columns, in the order in which rows first have them. @throws `input.invalid` */
function columnsOf(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const names = new Set<string>()
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name)
    if (names.size > maxColumns)
      throw invalidInput({ rows: [`must have at most ${maxColumns} different column names`] })
  }
  return [...names]
}

async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
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
  try {
    return JSON.parse(Buffer.concat(read).toString('utf8'))
  } catch (error) {
    throw commonErrors.make('request.malformed', { cause: error })
  }
}

function cellOf(cell: Cell, { decimal }: Pick<InventorySettings, 'decimal'>): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'Y' : 'N'
  return typeof cell === 'number' && decimal === 'comma' ? String(cell).replace('.', ',') : String(cell)
}
