import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ColumnsIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLazyPopover } from '#web/ui/overlay/use-lazy-popover.ts'
import { isShown, type TableColumn, type TableLayout } from './table-column.ts'
import { withColumn } from './table-layout.ts'

interface ColumnsButtonProps<Item> {
  columns: readonly TableColumn<Item>[]
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
}

const loadPopover = async () => ({ default: (await import('./columns-popover.tsx')).ColumnsPopover })

/** Chooses the columns of a table; the code of the list loads on first use. */
export function ColumnsButton<Item>({ columns, layout, onLayout }: ColumnsButtonProps<Item>) {
  const { open, wasOpened, buttonProps, popoverProps } = useLazyPopover(loadPopover)
  useCommands('Table', [{ id: 'table.columns', title: 'Choose columns', run: open }])
  return (
    <>
      <Button
        {...buttonProps}
        size="sm"
        className="@max-[52rem]:gap-0 @max-[52rem]:px-2.5"
        icon={<ColumnsIcon aria-hidden className="size-4" />}
      >
        <span className="@max-[52rem]:sr-only">Columns</span>
      </Button>
      {wasOpened && (
        <LazyPart
          load={loadPopover}
          props={{
            // The first column holds the link to the details.
            columns: columns
              .slice(1)
              .filter(({ isAction }) => !isAction)
              .map((column) => ({ id: column.id, title: column.title, isShown: isShown(column, layout) })),
            onToggle: (id) => onLayout(withColumn(layout, id)),
            ...popoverProps,
          }}
        />
      )}
    </>
  )
}
