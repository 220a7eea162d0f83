import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { PopoverDialog, type PopoverState } from '#web/ui/overlay/popover-dialog.tsx'
import { columns, requiredColumns, type ColumnId } from './columns.ts'
import { useColumnChoice } from './use-list-layout.ts'

/** Shows, hides and reorders the columns of the compact list. */
export function ColumnChooser(state: PopoverState) {
  const { order, hidden, move, toggle, reset } = useColumnChoice()
  const [announcement, setAnnouncement] = useState('')

  function moveColumn(id: ColumnId, steps: -1 | 1, button: HTMLElement) {
    // Moving the row in the document takes the focus from its button.
    flushSync(() => move(id, steps))
    button.focus()
    setAnnouncement(`${columns[id].title}: position ${order.indexOf(id) + steps + 1} of ${order.length}`)
  }

  return (
    <PopoverDialog {...state} label="Columns" placement="bottom end" className="w-72">
      <ul className="thin-scroll -mx-1 min-h-0 overflow-y-auto px-1">
        {order.map((id, index) => {
          const { title } = columns[id]
          return (
            <li key={id} className="flex h-8 items-center gap-1 text-sm [&_label]:min-w-0 [&_label]:flex-1">
              <Checkbox
                isSelected={!hidden.has(id)}
                isDisabled={requiredColumns.has(id)}
                onChange={() => toggle(id)}
              >
                {title}
              </Checkbox>
              <MoveButton
                label={`Move ${title} up`}
                isOff={index === 0}
                onPress={(button) => moveColumn(id, -1, button)}
              >
                <ArrowUpIcon aria-hidden />
              </MoveButton>
              <MoveButton
                label={`Move ${title} down`}
                isOff={index === order.length - 1}
                onPress={(button) => moveColumn(id, 1, button)}
              >
                <ArrowDownIcon aria-hidden />
              </MoveButton>
            </li>
          )
        })}
      </ul>
      <div className="mt-3 flex items-center gap-3 border-t border-line pt-3">
        <p className="flex-1 text-xs text-muted">Columns that don’t fit are left out.</p>
        <Button size="sm" onPress={reset}>
          Reset
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </PopoverDialog>
  )
}

interface MoveButtonProps {
  label: string
  isOff: boolean
  onPress: (button: HTMLElement) => void
  children: ReactNode
}

/** Stays focusable at the ends, so that the focus is not lost when a column arrives there. */
function MoveButton({ label, isOff, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={({ currentTarget }) => !isOff && onPress(currentTarget)}
      className="inline-flex size-7 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink aria-disabled:opacity-35 [&_svg]:size-3.5"
    >
      {children}
    </button>
  )
}
