import { hash53 } from '@terrace/domain/text/short-hash'
import { matchKey } from '@terrace/domain/text/match-key'
import { readCsvCell } from '@terrace/domain/text/csv-text'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import type { ImportField } from '../dialects/import-fields.ts'
import type { FieldProblem, InventoryRow, ReadRow, RowWarning } from './inventory-row.ts'
import { parseFlag } from './parse-delivery.ts'
import { parseMoney } from './parse-money.ts'
import { readEventName } from './read-event-name.ts'
import { readOffer } from './read-offer.ts'
import { readPlace } from './read-place.ts'
import { cellReader, type Cells, type RowFormat } from './row-format.ts'
import type { TableRecord } from './read-table.ts'

/** Collects what is wrong with a row, and reads its simple cells. */
export interface RowReader extends Cells {
  format: RowFormat
  addProblem(field: ImportField, code: string, message: string): void
  addWarning(warning: RowWarning): void
  flag(field: ImportField): boolean | null
  /** A whole number from 1. */
  count(field: ImportField): number | null
  /** In minor units. */
  amount(field: ImportField): number | null
}

const maxQuantity = 10_000
const maxIdLength = 100

/** Reads the rows of a file with this header. Every problem of a row is reported, not only the first one. */
export function rowReader(header: readonly string[], format: RowFormat): (record: TableRecord) => ReadRow {
  const toCells = cellReader(header, format.columns)
  const seen = new Map<string, number>()
  return ({ line, cells }) => {
    if (cells.length !== header.length) return wrongLength(line, cells, header)
    const problems: FieldProblem[] = []
    const warnings: RowWarning[] = []
    const reader = toReader(toCells(cells.map(plainCell)), format, problems, warnings)
    const row = readCells(reader)
    const externalId = reader.get('external_id') || (format.isIdentifiedBySeats ? identityOf(row, seen) : '')
    if (externalId === '')
      reader.addProblem('external_id', 'id_missing', 'is empty; without an id, a row cannot be recognised')
    if (externalId.length > maxIdLength)
      reader.addProblem('external_id', 'id_too_long', `must have at most ${maxIdLength} characters`)
    const known = externalId === '' || externalId.length > maxIdLength ? null : externalId
    return problems.length > 0
      ? { line, externalId: known, problems }
      : { line, externalId, row: { ...row, externalId }, warnings }
  }
}

function readCells(reader: RowReader): Omit<InventoryRow, 'externalId'> {
  const place = readPlace(reader)
  return {
    event: readEventName(reader),
    ...place,
    shownQuantity: reader.count('shown_quantity'),
    ...readOffer(reader, place.quantity),
    costMinor: reader.amount('cost'),
    floorMinor: reader.amount('floor'),
    faceValueMinor: reader.amount('face_value'),
    seatsHidden: reader.flag('hide_seats'),
    isPublished: reader.flag('publish') ?? true,
    tags: tagsOf(reader.get('tags')),
  }
}

function toReader(
  cells: Cells,
  format: RowFormat,
  problems: FieldProblem[],
  warnings: RowWarning[],
): RowReader {
  const addProblem: RowReader['addProblem'] = (field, code, message) =>
    void problems.push({ code, column: cells.columnOf(field), message })
  return {
    ...cells,
    format,
    addProblem,
    addWarning: (warning) => void warnings.push(warning),
    flag(field) {
      const text = cells.get(field)
      if (text === '') return null
      const flag = parseFlag(text)
      if (flag === undefined) addProblem(field, 'flag', `must be Y or N, not "${text}"`)
      return flag ?? null
    },
    count(field) {
      const text = cells.get(field)
      if (text === '') return null
      const count = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : 0
      if (count >= 1 && count <= maxQuantity) return count
      addProblem(field, 'count', `must be a whole number from 1 to ${maxQuantity}, not "${text}"`)
      return null
    },
    amount(field) {
      const text = cells.get(field)
      if (text === '') return null
      const scale = cells.meaningOf(field)?.scale ?? 'major'
      const parsed = parseMoney(text, { currency: format.currency, decimal: format.decimal, scale })
      if ('problem' in parsed) {
        addProblem(field, field === 'price' ? 'price' : 'amount', parsed.problem)
        return null
      }
      // An empty face value or cost is often written as zero.
      if (parsed.minor > 0) return parsed.minor
      if (field === 'price') addProblem(field, 'price_zero', 'must be greater than 0')
      return null
    },
  }
}

/** An id for rows without one: the same place of the same event is the same row. Equal rows are numbered. */
function identityOf(row: Omit<InventoryRow, 'externalId'>, seen: Map<string, number>): string {
  const { event, section, row: name, firstSeat } = row
  const place = [
    event.id,
    event.foreignId,
    event.name,
    event.venue,
    event.day,
    event.time,
    section,
    name,
    firstSeat,
  ]
  const key = place.map((part) => (typeof part === 'string' && part !== '' ? matchKey(part) : part)).join('|')
  const number = (seen.get(key) ?? 0) + 1
  seen.set(key, number)
  return `seats-${hash53(key).toString(36)}${number === 1 ? '' : `-${number}`}`
}

function wrongLength(line: number, cells: readonly string[], header: readonly string[]): ReadRow {
  const message = `has ${cells.length} cells, but the header has ${header.length}`
  return { line, externalId: null, problems: [{ code: 'cells', column: 'row', message }] }
}

function plainCell(cell: string): string {
  return removeInvisible(readCsvCell(cell)).trim()
}

function tagsOf(text: string): string[] | null {
  const tags = text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return text === '' ? null : [...new Set(tags)]
}
