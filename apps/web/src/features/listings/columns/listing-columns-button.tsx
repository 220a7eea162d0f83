import { useRef, useState } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { ColumnsIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadChooser = async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser })

/** Opens the column chooser; its code loads on hover or focus. */
export function ListingColumnsButton() {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  function open() {
    setWasOpened(true)
    setOpen(true)
  }
  useCommands('Listings', [{ id: 'listings.columns', title: 'Choose columns', run: open }])
  const preload = () => void preloadComponent(loadChooser)
  return (
    <>
      <PressButton
        ref={trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={preload}
        onFocus={preload}
        onPress={() => {
          setWasOpened(true)
          setOpen(!isOpen)
        }}
        className="inline-flex h-7 items-center gap-1.5 rounded px-2 text-xs font-semibold hover:bg-ink/6"
      >
        <ColumnsIcon aria-hidden className="size-3.5" />
        Columns
      </PressButton>
      {wasOpened && (
        <LazyPart load={loadChooser} props={{ triggerRef: trigger, isOpen, onClose: () => setOpen(false) }} />
      )}
    </>
  )
}
