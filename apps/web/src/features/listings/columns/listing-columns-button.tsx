import { PressButton } from '#web/ui/controls/press-button.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { ColumnsIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLazyPopover } from '#web/ui/overlay/use-lazy-popover.ts'

const loadChooser = async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser })

/** Opens the column chooser; its code loads on hover or focus. */
export function ListingColumnsButton() {
  const { open, wasOpened, buttonProps, popoverProps } = useLazyPopover(loadChooser)
  useCommands('Listings', [{ id: 'listings.columns', title: 'Choose columns', run: open }])
  return (
    <>
      <PressButton
        {...buttonProps}
        className="inline-flex h-7 items-center gap-1.5 rounded px-2 text-xs font-semibold hover:bg-ink/6"
      >
        <ColumnsIcon aria-hidden className="size-3.5" />
        Columns
      </PressButton>
      {wasOpened && <LazyPart load={loadChooser} props={popoverProps} />}
    </>
  )
}
