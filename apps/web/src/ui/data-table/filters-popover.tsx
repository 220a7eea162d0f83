import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { TableFilter } from './table-filter.ts'

interface FiltersPopoverProps {
  filters: readonly TableFilter[]
  sort: ReactNode
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

/** The filters below each other; each applies at once. */
export function FiltersPopover({ filters, sort, triggerRef, isOpen, onClose }: FiltersPopoverProps) {
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={6}
      className="w-88 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded border border-line bg-raised p-4 text-ink shadow data-exiting:opacity-0"
    >
      <Dialog aria-label="More filters" className="space-y-4 outline-none">
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
      </Dialog>
    </Popover>
  )
}
