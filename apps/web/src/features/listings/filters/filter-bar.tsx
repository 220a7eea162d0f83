import { formatCount } from '@terrace/domain/tickets/format-count'
import { memo, useState, type RefObject } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Chip, chipClass } from '#web/ui/controls/chip.tsx'
import { FilterIcon, SlidersIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { ChipList } from './chip-list.tsx'
import { quantityText } from './filter-chips.ts'
import {
  choiceTitles,
  selectedChoices,
  flagCount,
  flagTitles,
  type ChoiceKind,
  type FeedFilterProps,
} from './filter-choices.ts'
import { CurrencySelect } from './currency-select.tsx'
import { FilterPill } from './filter-pill.tsx'
import { allInLimit } from './price-limits.ts'
import { PriceBars } from './price-bars.tsx'
import { anyQuantity, countFilters, countMoreFilters, quantityChoices } from './feed-params.ts'

const loadSheet = async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet })

const segments = quantityChoices.map((choice) =>
  choice === anyQuantity
    ? { value: String(choice), label: 'Any', name: 'Any quantity' }
    : { value: String(choice), label: `${choice}+`, name: quantityText(choice) },
)

interface FilterBarProps {
  filters: FeedFilterProps
  /** Receives the focus when the last chip is removed. */
  bar: RefObject<HTMLElement | null>
}

/**
 * The most used filters in one line, the others in a sheet, and the active ones as chips: in the same line when it is
 * wide, otherwise below. All of them are stored in the URL.
 */
export const FilterBar = memo(function FilterBar({ filters, bar }: FilterBarProps) {
  const { params, onParamsChange } = filters
  return (
    <div role="group" aria-label="Filters" className="@container">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-5 py-1.5 max-sm:px-4">
        <Segmented
          label="Quantity"
          segments={segments}
          value={String(params.quantity ?? anyQuantity)}
          onChange={(value) =>
            onParamsChange({ quantity: Number(value) === anyQuantity ? undefined : Number(value) })
          }
          className="shrink-0"
        />
        <div className="contents @max-[44rem]:hidden">
          <PricePill filters={filters} />
          <ChoicePill kind="section" filters={filters} />
        </div>
        <div className="contents @max-[58rem]:hidden">
          <ChoicePill kind="type" filters={filters} />
          <InHandChip filters={filters} />
        </div>
        <SheetButtons filters={filters} />
        <ChipList filters={filters} bar={bar} />
        <span className="ml-auto @max-[44rem]:hidden">
          <CurrencySelect filters={filters} />
        </span>
      </div>
    </div>
  )
})

function PricePill({ filters }: { filters: FeedFilterProps }) {
  const { params, meta } = filters
  return (
    <FilterPill kind="price" title="All-in price per ticket" filters={filters}>
      <PriceBars
        filters={filters}
        from={Number(params.min && meta ? allInLimit('min', params.min, meta) : 0)}
        to={params.max && meta ? Number(allInLimit('max', params.max, meta)) : Number.POSITIVE_INFINITY}
        className="h-4 w-12"
      />
      All-in price
    </FilterPill>
  )
}

function ChoicePill({ kind, filters }: { kind: ChoiceKind; filters: FeedFilterProps }) {
  const selectedCount = selectedChoices(kind, filters).length
  const title = choiceTitles[kind]
  return (
    <FilterPill kind={kind} title={title} filters={filters}>
      {title}
      {/* Chips show the selection visually. */}
      {selectedCount > 0 && <span className="sr-only">, {selectedCount} selected</span>}
    </FilterPill>
  )
}

function InHandChip({ filters: { params, onParamsChange, meta } }: { filters: FeedFilterProps }) {
  const count = flagCount('in_hand', meta?.facets)
  return (
    <Chip
      isSelected={params.in_hand !== undefined}
      onChange={(isOn) => onParamsChange({ in_hand: isOn ? '1' : undefined })}
    >
      {flagTitles.in_hand}
      {count !== undefined && <span className="tabular text-muted">{formatCount(count)}</span>}
    </Chip>
  )
}

/**
 * Two buttons for the sheet with every filter, one per width: the wide one counts only filters without a control in the
 * bar. The sheet's code loads on hover or focus.
 */
function SheetButtons({ filters }: { filters: FeedFilterProps }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const count = countFilters(filters.params)
  const moreCount = countMoreFilters(filters.params)
  // A failed preload is retried on press.
  const preload = () => void preloadComponent(loadSheet)
  const button = {
    'aria-haspopup': 'dialog' as const,
    onHoverStart: preload,
    onFocus: preload,
    onPress: () => {
      setWasOpened(true)
      setOpen(true)
    },
  }
  return (
    <>
      <PressButton {...button} className={chipClass(moreCount > 0, '@max-[44rem]:hidden')}>
        <SlidersIcon aria-hidden className="size-4" />
        {moreCount > 0 ? `More filters (${moreCount})` : 'More filters'}
      </PressButton>
      <PressButton {...button} className={chipClass(count > 0, 'ml-auto @min-[44rem]:hidden')}>
        <FilterIcon aria-hidden className="size-4" />
        {count > 0 ? `Filters · ${count}` : 'Filters'}
      </PressButton>
      {wasOpened && <LazyPart load={loadSheet} props={{ filters, isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}
