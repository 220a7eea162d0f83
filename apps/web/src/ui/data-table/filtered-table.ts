import type { ReactNode } from 'react'
import type { RowLinkProps } from './table-row.tsx'
import type { TableLayout } from './table-column.ts'
import type { ColumnWidths, SavedViews } from './views/saved-views.ts'

/** A table whose filter, sort, columns and saved views are in the URL. */
export interface FilteredTable<Filter> {
  filter: Filter
  onFilter: (filter: Filter) => void
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  views: SavedViews
  widths: ColumnWidths
}

/** The link of a row that opens the item next to the list. */
export type RenderItemLink = (id: string, props: RowLinkProps) => ReactNode
