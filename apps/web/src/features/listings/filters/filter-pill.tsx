import type { ReactNode } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { chipClass } from '#web/ui/controls/chip.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLazyPopover } from '#web/ui/overlay/use-lazy-popover.ts'
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
  const { wasOpened, buttonProps, popoverProps } = useLazyPopover(loadPopover)
  return (
    <>
      <PressButton {...buttonProps} className={chipClass(false)}>
        {children}
      </PressButton>
      {wasOpened && <LazyPart load={loadPopover} props={{ kind, title, filters, ...popoverProps }} />}
    </>
  )
}
