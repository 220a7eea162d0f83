import { importFields, type ColumnMeaning } from '@terrace/contracts/inventory-profiles'
import type { DraftCells, DraftFormat } from '@terrace/contracts/inventory-drafts'
import { findDialect } from '../dialects/dialect.ts'
import type { ReadRow } from '../reading/inventory-row.ts'
import { rowReader } from '../reading/read-row.ts'
import type { RowFormat } from '../reading/row-format.ts'

const units: Partial<Record<string, ColumnMeaning['unit']>> = {
  price: 'ask_per_ticket',
  cost: 'cost_per_ticket',
}

/** The format of rows whose columns are named by their meaning. */
export function formatOfDrafts({
  dialect,
  currency,
  date_order,
  decimal,
  minor_fields,
}: DraftFormat): RowFormat {
  const known = dialect === null ? undefined : findDialect(dialect)
  return {
    columns: Object.fromEntries(
      importFields.map((field): [string, ColumnMeaning] => [
        field,
        {
          field,
          ...(units[field] && { unit: units[field] }),
          ...(minor_fields.includes(field) && { scale: 'minor' }),
        },
      ]),
    ),
    currency,
    decimal,
    dateOrder: date_order,
    unknownTimes: known?.unknownTimes ?? [],
    splitWords: known?.splitWords ?? {},
    deliveryWords: known?.deliveryWords ?? {},
    isPatch: false,
    // Drafts without an id get none; this only keeps the reader from asking for it.
    isIdentifiedBySeats: true,
    eventId: null,
  }
}

/** Reads drafts as the importer reads the rows of a file. `eventId`: of the event that was found or chosen. */
export function draftRowReader(
  format: DraftFormat,
): (draft: { cells: DraftCells; eventId: number | null }, index: number) => ReadRow {
  const read = rowReader(importFields, formatOfDrafts(format))
  return ({ cells, eventId }, index) => {
    const known = eventId === null ? cells : { ...cells, event_id: String(eventId) }
    return read({ line: index + 1, cells: importFields.map((field) => known[field] ?? '') })
  }
}
