import type { ReactNode } from 'react'
import { PopoverDialog, type PopoverState } from '#web/ui/overlay/popover-dialog.tsx'
import type { TableFilter } from './table-filter.ts'

interface FiltersPopoverProps extends PopoverState {
  filters: readonly TableFilter[]
  sort: ReactNode
}

/** The filters below each other; each applies at once. */
export function FiltersPopover({ filters, sort, ...state }: FiltersPopoverProps) {
  return (
    <PopoverDialog
      {...state}
      label="More filters"
      placement="bottom start"
      className="w-88 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-4"
      contentClassName="space-y-4"
    >
      {filters.map(({ id, title, control }) => (
        <div key={id} className="space-y-1">
          <p className="text-xs font-medium text-muted">{title}</p>
          {control}
        </div>
      ))}
      {sort !== null && (
        <div className="space-y-1">
          <p className="text-xs font-medium text-muted">Order</p>
          <div className="flex">{sort}</div>
        </div>
      )}
    </PopoverDialog>
  )
}
