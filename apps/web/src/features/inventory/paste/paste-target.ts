import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { InventoryColumn } from '#web/features/inventory/grid/columns.tsx'
import type { EventGroup } from '#web/features/inventory/grid/group-row.tsx'
import type { RowLayout } from '#web/features/inventory/grid/row-layout.ts'

/** Where cells are pasted: the top left cell, and how far the chosen range goes. */
export interface PasteTarget {
  position: number
  column: number
  rowCount: number
  columnCount: number
}

export interface PasteOptions {
  rowLayout: RowLayout<EventGroup>
  columns: readonly InventoryColumn[]
  load: (first: number, end: number) => Promise<readonly WireInventoryRow[]>
}
