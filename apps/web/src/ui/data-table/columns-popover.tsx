import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { PopoverDialog, type PopoverState } from '#web/ui/overlay/popover-dialog.tsx'

interface ColumnsPopoverProps extends PopoverState {
  columns: readonly { id: string; title: string; isShown: boolean }[]
  onToggle: (id: string) => void
}

/** A checkbox for each column that can be hidden. */
export function ColumnsPopover({ columns, onToggle, ...state }: ColumnsPopoverProps) {
  return (
    <PopoverDialog
      {...state}
      label="Columns"
      placement="bottom end"
      className="max-h-96 min-w-48 overflow-y-auto p-3"
      contentClassName=""
    >
      <ul>
        {columns.map(({ id, title, isShown }) => (
          <li key={id}>
            <Checkbox isSelected={isShown} onChange={() => onToggle(id)}>
              {title}
            </Checkbox>
          </li>
        ))}
      </ul>
    </PopoverDialog>
  )
}
