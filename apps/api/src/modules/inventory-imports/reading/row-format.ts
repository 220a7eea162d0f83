import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ColumnMeaning, ImportField } from '@terrace/contracts/inventory-profiles'
import { columnKey } from '../dialects/dialect.ts'
import type { DateOrder } from './parse-when.ts'

/** Everything that a profile says about the cells of a file. */
export interface RowFormat {
  /** Meaning by column name. */
  columns: Readonly<Record<string, ColumnMeaning>>
  currency: string
  decimal: 'point' | 'comma'
  dateOrder: DateOrder
  unknownTimes: readonly string[]
  splitWords: Readonly<Record<string, string>>
  deliveryWords: Readonly<Record<string, DeliveryType>>
  /** Whether empty cells mean "no change" (mode `patch`). */
  isPatch: boolean
  /** Whether rows without an id are recognised by their seats. */
  isIdentifiedBySeats: boolean
  /** What the event of all rows is, when the file does not name events. */
  eventId: number | null
}

/** The cells of one row by meaning. */
export interface Cells {
  /** Trimmed; '' when the file has no such column or the cell is empty. */
  get(field: ImportField): string
  /** The column as the file spells it. */
  columnOf(field: ImportField): string
  meaningOf(field: ImportField): ColumnMeaning | undefined
}

/** Finds cells by meaning in rows with this header. */
export function cellReader(
  header: readonly string[],
  columns: Readonly<Record<string, ColumnMeaning>>,
): (cells: readonly string[]) => Cells {
  const meanings = new Map(Object.entries(columns).map(([name, meaning]) => [columnKey(name), meaning]))
  const places = new Map<ImportField, { at: number; name: string; meaning: ColumnMeaning }>()
  for (const [at, name] of header.entries()) {
    const meaning = meanings.get(columnKey(name))
    if (meaning && !places.has(meaning.field)) places.set(meaning.field, { at, name, meaning })
  }
  return (cells) => ({
    get: (field) => cells[places.get(field)?.at ?? -1] ?? '',
    columnOf: (field) => places.get(field)?.name ?? field,
    meaningOf: (field) => places.get(field)?.meaning,
  })
}

/** Fields without which no row can be read, and that the header does not have. */
export function missingFields(
  header: readonly string[],
  { columns, isPatch, isIdentifiedBySeats, eventId }: RowFormat,
): ImportField[] {
  const present = new Set(header.map(columnKey))
  const fields = new Set(
    Object.entries(columns)
      .filter(([name]) => present.has(columnKey(name)))
      .map(([, { field }]) => field),
  )
  const hasEvent =
    eventId !== null || fields.has('event_id') || fields.has('foreign_event_id') || fields.has('event_name')
  const hasQuantity =
    fields.has('quantity') || fields.has('seats') || fields.has('seat_from') || fields.has('seat_label')
  return [
    ...without('external_id', isIdentifiedBySeats || fields.has('external_id')),
    ...without('event_name', hasEvent || isPatch),
    ...without('section', fields.has('section') || isPatch),
    ...without('quantity', hasQuantity || isPatch),
    ...without('price', fields.has('price') || isPatch),
  ]
}

const without = (field: ImportField, isThere: boolean): ImportField[] => (isThere ? [] : [field])
