import { useRef, useState } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { Dialog } from 'react-aria-components/Dialog'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { ColumnsIcon } from '#web/ui/icons.ts'
import { isShown, type TableColumn, type TableView } from './table-column.ts'
import { withColumn } from './table-view.ts'

interface ColumnsButtonProps<Item> {
  columns: readonly TableColumn<Item>[]
  view: TableView
  onView: (view: TableView) => void
}

/** Chooses the columns of a table. */
export function ColumnsButton<Item>({ columns, view, onView }: ColumnsButtonProps<Item>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCommands('Table', [{ id: 'table.columns', title: 'Choose columns', run: () => setOpen(true) }])
  return (
    <>
      <Button
        ref={trigger}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<ColumnsIcon aria-hidden className="size-4" />}
        onPress={() => setOpen(!isOpen)}
      >
        Columns
      </Button>
      <Popover
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom end"
        offset={6}
        className="max-h-96 min-w-48 animate-rise overflow-y-auto rounded border border-line bg-raised p-3 text-ink shadow"
      >
        <Dialog aria-label="Columns" className="outline-none">
          <ul>
            {/* The first column holds the link to the details. */}
            {columns
              .slice(1)
              .filter(({ isAction }) => !isAction)
              .map((column) => (
                <li key={column.id}>
                  <Checkbox
                    isSelected={isShown(column, view)}
                    onChange={() => onView(withColumn(view, column.id))}
                  >
                    {column.title}
                  </Checkbox>
                </li>
              ))}
          </ul>
        </Dialog>
      </Popover>
    </>
  )
}
