import type { ReactNode } from 'react'
import { columnTrack, columnVariable } from './column-track.ts'

export interface TableColumn<Item> {
  id: string
  /** Column title, also in the column chooser and the CSV. */
  title: string
  /** Controls in the cell take the tab index, so that Tab visits those of one row only. */
  cell: (item: Item, tabIndex: 0 | -1) => ReactNode
  /** Smallest width in pixels. */
  width: number
  /** Share of the space that is left over. */
  grow?: number
  isNumeric?: boolean
  /** Holds a control of the row: its title is for screen readers, and it cannot be hidden. */
  isAction?: boolean
  /** 1 is dropped first when the table is too narrow. Without it, the column always stays. */
  dropOrder?: number
  /** Shown only after the user chooses it. */
  isOptional?: boolean
  /** Sorts on the server by the column's id, or here by this comparison. */
  sort?: 'server' | ((left: Item, right: Item) => number)
  /** The direction of the first press; ascending by default. */
  firstDirection?: SortDirection
  /** Text of the cell in a CSV; without it, the column is not exported. */
  text?: (item: Item) => string
}

export type SortDirection = 'asc' | 'desc'

export interface TableSort {
  by: string
  direction: SortDirection
}

/** How a table is shown. It is part of the URL. */
export interface TableLayout {
  sort: TableSort | null
  /** Columns that differ from the default: hidden ones, or optional ones that are shown. */
  toggled: ReadonlySet<string>
}

export const isShown = <Item>(
  { id, isOptional = false, isAction = false }: TableColumn<Item>,
  { toggled }: TableLayout,
) => isAction || toggled.has(id) === isOptional

/** The columns that are shown. The first holds the link to the details, so it always is. */
export const shownColumns = <Item>(
  columns: readonly TableColumn<Item>[],
  layout: TableLayout,
): readonly TableColumn<Item>[] => columns.filter((column, index) => index === 0 || isShown(column, layout))

/** A long title in a narrow column: wraps within the height of a row. */
export const twoLines = 'line-clamp-2 leading-4 whitespace-normal'

const gap = 14
const sides = 40
const checkboxWidth = 28

/** The shown columns that fit; those with the lowest `dropOrder` are dropped first. `width` 0 means unknown. */
export function fittingColumns<Item>(
  columns: readonly TableColumn<Item>[],
  width: number,
): readonly TableColumn<Item>[] {
  if (width === 0) return columns
  const kept = [...columns]
  const needed = () => kept.reduce((total, column) => total + column.width + gap, sides + checkboxWidth)
  while (needed() > width) {
    const [first] = kept
      .filter(({ dropOrder }) => dropOrder !== undefined)
      .toSorted((left, right) => (left.dropOrder ?? 0) - (right.dropOrder ?? 0))
    if (first === undefined) break
    kept.splice(kept.indexOf(first), 1)
  }
  return kept
}

/** `grid-template-columns` of the header and of every row. */
export function gridTemplate<Item>(
  columns: readonly TableColumn<Item>[],
  widthOf: (id: string) => number | undefined,
  isSelectable = true,
): string {
  const tracks = columns.map(({ id, width, grow }) => {
    const chosen = widthOf(id)
    const usual = grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`
    return `var(${columnVariable(id)}, ${chosen === undefined ? usual : columnTrack(chosen, width)})`
  })
  return [...(isSelectable ? [`${checkboxWidth}px`] : []), ...tracks].join(' ')
}
