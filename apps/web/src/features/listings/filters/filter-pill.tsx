import { useRef, useState, type ReactNode } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { chipClass } from '#web/ui/controls/chip.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { ChoiceKind, FeedFilterProps } from './filter-choices.ts'

const loadPopover = async () => ({ default: (await import('./filter-popover.tsx')).FilterPopover })

interface FilterPillProps {
  kind: ChoiceKind | 'price'
  title: string
  filters: FeedFilterProps
  children: ReactNode
}

/** Button that opens one filter; its code loads on hover or focus. */
export function FilterPill({ kind, title, filters, children }: FilterPillProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  // A failed preload is retried on press.
  const preload = () => void preloadComponent(loadPopover)
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
        className={chipClass(false)}
      >
        {children}
      </PressButton>
      {wasOpened && (
        <LazyPart
          load={loadPopover}
          props={{ kind, title, filters, triggerRef: trigger, isOpen, onClose: () => setOpen(false) }}
        />
      )}
    </>
  )
}
