import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import {
  cellText,
  fieldTitles,
  isSameValue,
  parseCell,
  type CellChange,
  type CellField,
} from '#web/features/inventory/edit/cell-fields.ts'

export const maxPastedRows = 500

/** One pasted cell that differs from the listing. */
export interface PastedCell {
  title: string
  from: string
  to: string
  /** Why it cannot be saved, and what would be right. */
  problem: string | null
}

export interface PastedRow {
  row: WireInventoryRow
  change: CellChange
  cells: readonly PastedCell[]
}

export interface PastePlan {
  /** Listings with a difference. */
  rows: readonly PastedRow[]
  unchanged: number
  problems: number
  /** Lines below the last listing. */
  leftOver: number
}

export interface PasteColumn {
  title: string
  /** Absent where the column cannot be edited. */
  field?: CellField | undefined
  text: (row: WireInventoryRow) => string
}

/** What pasted cells would change. `rows` and `columns` start at the cell that was pasted into. */
export function planPaste(
  cells: readonly (readonly string[])[],
  rows: readonly WireInventoryRow[],
  columns: readonly PasteColumn[],
): PastePlan {
  const planned = rows.slice(0, cells.length).map((row, index) => planRow(row, cells[index] ?? [], columns))
  const changed = planned.filter((row) => row.cells.length > 0)
  return {
    rows: changed,
    unchanged: planned.length - changed.length,
    problems: changed.flatMap((row) => row.cells).filter(({ problem }) => problem !== null).length,
    leftOver: Math.max(cells.length - rows.length, 0),
  }
}

function planRow(
  row: WireInventoryRow,
  texts: readonly string[],
  columns: readonly PasteColumn[],
): PastedRow {
  let change: CellChange = {}
  // A new floor of the same line applies to its price.
  const pasted = texts.flatMap((text, index) => {
    const column = columns[index]
    return column ? [{ text, column }] : []
  })
  const floor = pasted.find(({ column }) => column.field === 'floor')
  const parsedFloor = floor && parseCell(row, 'floor', floor.text)
  const withFloor =
    parsedFloor?.ok === true && parsedFloor.change.floor !== undefined
      ? { ...row, floor: toMoney(parsedFloor.change.floor, row.price.currency) }
      : row
  const cells = pasted.flatMap(({ text, column }): PastedCell[] => {
    const { field } = column
    if (field === undefined) {
      const isSame = column.text(row) === text || text === ''
      return isSame
        ? []
        : [
            {
              title: column.title,
              from: column.text(row),
              to: text,
              problem: 'This column cannot be edited.',
            },
          ]
    }
    const parsed = parseCell(field === 'price' ? withFloor : row, field, text)
    const cell = { title: fieldTitles[field], from: cellText(row, field), to: text }
    if (!parsed.ok) return [{ ...cell, problem: parsed.message }]
    if (isSameValue(row, parsed.change)) return []
    change = { ...change, ...parsed.change }
    return [{ ...cell, problem: null }]
  })
  return { row, change, cells }
}

const toMoney = (amount: string | null, currency: string) => (amount === null ? null : { amount, currency })
