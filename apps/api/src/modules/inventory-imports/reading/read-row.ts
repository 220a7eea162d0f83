import { hash53 } from '@terrace/domain/text/short-hash'
import { matchKey } from '@terrace/domain/text/match-key'
import { readCsvCell } from '@terrace/domain/text/csv-text'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import type { FieldProblem, InventoryRow, ReadRow, RowWarning } from './inventory-row.ts'
import { readEventName } from './read-event-name.ts'
import { readOffer } from './read-offer.ts'
import { readPlace } from './read-place.ts'
import { cellReader, type RowFormat } from './row-format.ts'
import { given, toReader, type RowReader } from './row-reader.ts'
import type { TableRecord } from './table.ts'

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
    shownQuantity: given(reader, 'shown_quantity', (field) => reader.count(field)),
    ...readOffer(reader, place.quantity),
    costMinor: given(reader, 'cost', (field) => reader.amount(field)),
    floorMinor: given(reader, 'floor', (field) => reader.amount(field)),
    faceValueMinor: given(reader, 'face_value', (field) => reader.amount(field)),
    seatsHidden: given(reader, 'hide_seats', (field) => reader.flag(field) ?? false),
    isPublished: reader.flag('publish') ?? true,
    tags: given(reader, 'tags', (field) => tagsOf(reader.get(field))),
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

/** The text of a cell without what spreadsheets add to it. */
export function plainCell(cell: string): string {
  return removeInvisible(readCsvCell(cell)).trim()
}

function tagsOf(text: string): string[] {
  const tags = text
    .split(/[,;|]/)
    .map((tag) => tag.trim().slice(0, 40))
    .filter((tag) => tag !== '')
  return [...new Set(tags)].slice(0, 20)
}
