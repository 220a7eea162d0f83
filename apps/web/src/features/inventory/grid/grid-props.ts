import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { ReactNode } from 'react'
import type { TableLayout } from '#web/ui/data-table/table-column.ts'
import type { ColumnWidths } from '#web/ui/data-table/views/saved-views.ts'
import type { ListState } from '#web/features/inventory/data/queries.ts'
import type { CellChange } from '#web/features/inventory/edit/cell-fields.ts'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import type { PasteTarget } from '#web/features/inventory/paste/paste-target.ts'
import type { RowSelection } from '#web/features/inventory/selection/use-row-selection.ts'
import type { InventoryColumn } from './columns.tsx'
import type { EventGroup } from './group-row.tsx'
import type { RowLayout } from './row-layout.ts'

export interface InventoryGridProps {
  state: ListState
  /** Listings in the list. */
  total: number
  rowLayout: RowLayout<EventGroup>
  collapsed: ReadonlySet<number>
  onCollapse: (eventId: number) => void
  columns: readonly InventoryColumn[]
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  widths: ColumnWidths
  rowHeight: number
  /** Whether the list can be sorted by the market. */
  isCompared: boolean
  selection: RowSelection
  fees: Fees
  /** Listings that have just changed. */
  marked: ReadonlySet<string>
  openId: string | undefined
  onOpen: (id: string) => void
  onPublish: (row: WireInventoryRow) => void
  onSave: (row: WireInventoryRow, change: CellChange) => void
  /** Tab-separated text, and where it goes. */
  onPaste: (text: string, target: PasteTarget) => void
  /** The user may not change a cell. */
  onRefused: (reason: string) => void
  onCopied: (message: string) => void
  /** Shown below the rows when a page cannot be loaded. */
  renderError: (error: unknown, retry: () => void) => ReactNode
}
