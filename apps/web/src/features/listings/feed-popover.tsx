import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { ChoiceList } from './feed-choice-list.tsx'
import type { ChoiceKind, FilterState } from './feed-choices.ts'
import { PriceField } from './feed-price-field.tsx'

interface FilterPopoverProps {
  kind: ChoiceKind | 'price'
  title: string
  state: FilterState
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

/** What opens from a pill of the bar: each change narrows the list behind it at once. */
export function FilterPopover({ kind, title, state, triggerRef, isOpen, onClose }: FilterPopoverProps) {
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={6}
      className="w-80 animate-rise rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
    >
      <Dialog aria-label={title} className="flex max-h-[inherit] flex-col p-4 outline-none">
        {kind === 'price' ? <PriceField state={state} /> : <ChoiceList kind={kind} state={state} isAlone />}
      </Dialog>
    </Popover>
  )
}
