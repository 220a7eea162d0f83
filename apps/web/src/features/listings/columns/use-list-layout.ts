import { useMemo } from 'react'
import { usePreference } from '#web/lib/preferences.ts'
import {
  columnIds,
  columns,
  fittingColumns,
  gridTemplate,
  hiddenByDefault,
  requiredColumns,
  type ChosenWidths,
  type ColumnId,
} from './columns.ts'

export type Density = 'compact' | 'comfortable'

/** The density of lists, remembered per user. */
export function useDensity(): [Density, (density: Density) => void] {
  return usePreference('density', 'compact')
}

interface SavedColumn {
  id: string
  width?: number | undefined
  is_hidden?: boolean | undefined
}

const defaultColumns: SavedColumn[] = columnIds.map((id) => ({
  id,
  is_hidden: hiddenByDefault.includes(id),
}))

const known: ReadonlySet<string> = new Set(columnIds)
const isKnown = (column: SavedColumn): column is SavedColumn & { id: ColumnId } => known.has(column.id)

/** The user's columns in their order, and those that they hid. */
export function useColumnChoice() {
  const [saved, save] = usePreference('columns.listings', defaultColumns)
  return useMemo(() => {
    const present = saved.filter(isKnown)
    // A column that is newer than the saved order goes to its default place.
    const all = columnIds.reduce<(SavedColumn & { id: ColumnId })[]>(
      (list, id, index) =>
        list.some((column) => column.id === id)
          ? list
          : list.toSpliced(index, 0, { id, is_hidden: hiddenByDefault.includes(id) }),
      present,
    )
    const order = all.map(({ id }) => id)
    return {
      order,
      hidden: new Set(
        all.flatMap(({ id, is_hidden: isHidden }) => (isHidden && !requiredColumns.has(id) ? id : [])),
      ),
      move(id: ColumnId, steps: -1 | 1) {
        const from = order.indexOf(id)
        const to = from + steps
        const column = all[from]
        if (column && to >= 0 && to < all.length) save(all.toSpliced(from, 1).toSpliced(to, 0, column))
      },
      widths: new Map(
        all.flatMap(({ id, width }) =>
          width === undefined ? [] : [[id, Math.max(width, columns[id].width)] as const],
        ),
      ),
      /** `undefined` restores the column's own width. */
      setWidth(id: ColumnId, width: number | undefined) {
        save(all.map((column) => (column.id === id ? { ...column, width } : column)))
      },
      toggle(id: ColumnId) {
        save(all.map((column) => (column.id === id ? { ...column, is_hidden: !column.is_hidden } : column)))
      },
      reset: () => save(defaultColumns),
    }
  }, [saved, save])
}

export interface CompactLayout {
  columns: readonly ColumnId[]
  /** Value of `grid-template-columns`. */
  template: string
  widths: ChosenWidths
  setWidth: (id: ColumnId, width: number | undefined) => void
}

/** Narrower lists show cards. */
const minCompactWidth = 560

/** The compact columns for a list of this width in pixels; `null` while rows are comfortable or cards. */
export function useCompactLayout(width: number): CompactLayout | null {
  const [density] = useDensity()
  const { order, hidden, widths, setWidth } = useColumnChoice()
  return useMemo(() => {
    if (density !== 'compact' || width < minCompactWidth) return null
    const chosen = order.filter((id) => !hidden.has(id))
    const shown = fittingColumns(chosen, width)
    return { columns: shown, template: gridTemplate(shown, widths), widths, setWidth }
  }, [density, order, hidden, widths, setWidth, width])
}
