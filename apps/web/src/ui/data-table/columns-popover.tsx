import type { RefObject } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { Dialog } from 'react-aria-components/Dialog'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'

interface ColumnsPopoverProps {
  columns: readonly { id: string; title: string; isShown: boolean }[]
  onToggle: (id: string) => void
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

/** A checkbox for each column that can be hidden. */
export function ColumnsPopover({ columns, onToggle, triggerRef, isOpen, onClose }: ColumnsPopoverProps) {
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      offset={6}
      className="max-h-96 min-w-48 animate-rise overflow-y-auto rounded border border-line bg-raised p-3 text-ink shadow"
    >
      <Dialog aria-label="Columns" className="outline-none">
        <ul>
          {columns.map(({ id, title, isShown }) => (
            <li key={id}>
              <Checkbox isSelected={isShown} onChange={() => onToggle(id)}>
                {title}
              </Checkbox>
            </li>
          ))}
        </ul>
      </Dialog>
    </Popover>
  )
}
