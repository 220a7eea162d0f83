import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { ChoiceList } from './choice-list.tsx'
import type { ChoiceKind, FeedFilterProps } from './filter-choices.ts'
import { PriceField } from './price-field.tsx'

interface FilterPopoverProps {
  kind: ChoiceKind | 'price'
  title: string
  filters: FeedFilterProps
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

export function FilterPopover({ kind, title, filters, triggerRef, isOpen, onClose }: FilterPopoverProps) {
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
        {kind === 'price' ? (
          <PriceField filters={filters} />
        ) : (
          <ChoiceList kind={kind} filters={filters} hasAutoFocus />
        )}
      </Dialog>
    </Popover>
  )
}
