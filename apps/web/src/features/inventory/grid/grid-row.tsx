import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { memo, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { RowCheckbox } from '#web/ui/data-table/row-checkbox.tsx'
import { listingName } from '#web/features/inventory/texts.ts'
import type { InventoryColumn } from './columns.tsx'

export interface GridRowProps {
  row: WireInventoryRow
  columns: readonly InventoryColumn[]
  template: string
  /** Position in the grid, and the number in the list. */
  position: number
  top: number
  height: number
  isSelected: boolean
  isOpen: boolean
  isMarked: boolean
  /** Column that Tab reaches in this row; -1: none. */
  tabStop: number
  /** Columns that a copy takes, both inclusive; -1: none. */
  rangeFrom: number
  rangeTo: number
  /** Column that is edited, with its editor; -1: none. */
  editedColumn: number
  editor: ReactNode
  onToggle: (position: number, isRange: boolean) => void
}

/** A listing. Presses and keys reach the grid, which finds the cell by its attributes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, columns, template, position, isSelected, rangeFrom, rangeTo } = props
  const isOff = row.status !== 'published'
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      data-position={position}
      style={{ gridTemplateColumns: template, height: props.height, transform: `translateY(${props.top}px)` }}
      className={cx(
        'absolute inset-x-0 top-0 grid items-stretch border-b border-line-soft px-3 text-xs',
        props.isMarked ? 'bg-signal-soft' : isSelected || props.isOpen ? 'bg-select' : 'hover:bg-hover',
        props.editedColumn >= 0 && 'z-5',
        row.held > 0 && 'shadow-[inset_2px_0_0_var(--accent)]',
        isOff && 'text-muted',
      )}
    >
      <span role="gridcell" aria-colindex={1} className="flex items-center pl-3">
        <RowCheckbox
          label={`Select ${listingName(row)}`}
          isSelected={isSelected}
          tabIndex={-1}
          onToggle={(isRange) => props.onToggle(position, isRange)}
        />
      </span>
      {columns.map((column, index) => {
        const isEdited = index === props.editedColumn
        return (
          <span
            key={column.id}
            role="gridcell"
            aria-colindex={index + 2}
            tabIndex={index === props.tabStop ? 0 : -1}
            data-column={index}
            title={column.refusal}
            className={cx(
              'flex min-w-0 items-center px-1.5 -outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent',
              column.isNumeric && 'tabular justify-end',
              column.id === 'in_hand_date' && 'tabular',
              index >= rangeFrom && index <= rangeTo && 'bg-accent-soft',
              isEdited && 'relative z-1',
            )}
          >
            {isEdited ? props.editor : <span className="truncate">{column.cell(row, -1)}</span>}
          </span>
        )
      })}
    </div>
  )
})

/** The place of a listing whose page is loading. */
export function PendingRow({ position, top, height }: { position: number; top: number; height: number }) {
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      data-position={position}
      style={{ height, transform: `translateY(${top}px)` }}
      className="absolute inset-x-0 top-0 flex items-center border-b border-line-soft px-3"
    >
      <span role="gridcell" aria-colindex={2} tabIndex={-1} data-column={0} className="ml-7 flex-1">
        <span className="sr-only">Loading</span>
        <span aria-hidden className="block h-2 w-2/3 rounded-full bg-sunken" />
      </span>
    </div>
  )
}
