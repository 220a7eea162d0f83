import { PopoverDialog, type PopoverState } from '#web/ui/overlay/popover-dialog.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { ChoiceKind, FeedFilterProps } from './filter-choices.ts'
import { PriceField } from './price-field.tsx'

interface FilterPopoverProps extends PopoverState {
  kind: ChoiceKind | 'price'
  title: string
  filters: FeedFilterProps
}

export function FilterPopover({ kind, title, filters, ...state }: FilterPopoverProps) {
  return (
    <PopoverDialog {...state} label={title} placement="bottom start" className="w-80">
      {kind === 'price' ? (
        <PriceField filters={filters} />
      ) : (
        <ChoiceList kind={kind} filters={filters} hasAutoFocus />
      )}
    </PopoverDialog>
  )
}
