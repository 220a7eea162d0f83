import { formatCount } from '@terrace/domain/tickets'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { fetchAhead } from '#web/lib/use-loaded.ts'
import { Chip, chipClass } from '#web/ui/chip.tsx'
import { FilterIcon } from '#web/ui/icons.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { priceRangeText, quantityText } from './feed-chips.ts'
import {
  choiceKinds,
  choiceTitles,
  chosenOf,
  flagCount,
  flagKinds,
  flagTitles,
  type FilterState,
} from './feed-choices.ts'
import { CurrencySelect } from './feed-currency.tsx'
import { sortChoiceOf, sortChoices } from './feed-filter.ts'
import { FeedPill } from './feed-pill.tsx'
import { PriceBars } from './feed-price-bars.tsx'
import { anyQuantity, countFilters, quantityChoices } from './feed-search.ts'

const loadSheet = async () => ({ default: (await import('./feed-sheet.tsx')).FilterSheet })

const segments = quantityChoices.map((choice) =>
  choice === anyQuantity
    ? { value: String(choice), label: 'Any', name: 'Any quantity' }
    : { value: String(choice), label: `${choice}+`, name: quantityText(choice) },
)

/**
 * What narrows the list and in which order it stands; all of it lives in the address. Where the list is too narrow for the
 * whole bar, and on a phone, the ways of narrowing are in a sheet.
 */
export function FeedBar({ state }: { state: FilterState }) {
  const { search, onSearch } = state
  return (
    <div role="group" aria-label="Filters" className="@container">
      <div className="flex flex-wrap items-center gap-2 px-5 py-3 max-sm:px-4 lg:pl-7">
        <Segmented
          label="Quantity"
          segments={segments}
          value={String(search.quantity ?? anyQuantity)}
          onChange={(value) =>
            onSearch({ quantity: Number(value) === anyQuantity ? undefined : Number(value) })
          }
          className="max-sm:w-full max-sm:[&>*]:flex-1"
        />
        <div className="contents @max-[44rem]:hidden">
          <Pills state={state} />
          <Flags state={state} />
        </div>
        <SheetButton state={state} />
        <div className="ml-auto flex items-center gap-2">
          <span className="@max-[44rem]:hidden">
            <CurrencySelect state={state} />
          </span>
          <SortSelect state={state} />
        </div>
      </div>
    </div>
  )
}

function Pills({ state }: { state: FilterState }) {
  const { search } = state
  const range = priceRangeText(state)
  return (
    <>
      <FeedPill kind="price" title="Price per ticket" state={state} isOn={range !== null}>
        <PriceBars
          state={state}
          from={Number(search.min ?? 0)}
          to={Number(search.max ?? Number.POSITIVE_INFINITY)}
          className="h-4 w-16"
        />
        <span className="tabular">{range ?? 'Price'}</span>
      </FeedPill>
      {choiceKinds.map((kind) => {
        const chosen = chosenOf(kind, state).length
        return (
          <FeedPill key={kind} kind={kind} title={choiceTitles[kind]} state={state} isOn={chosen > 0}>
            <span className="tabular">
              {chosen > 0 ? `${choiceTitles[kind]} · ${chosen}` : choiceTitles[kind]}
            </span>
          </FeedPill>
        )
      })}
    </>
  )
}

function Flags({ state: { search, onSearch, meta } }: { state: FilterState }) {
  return flagKinds.map((kind) => {
    const count = flagCount(kind, meta?.facets)
    return (
      <Chip
        key={kind}
        isSelected={search[kind] !== undefined}
        onChange={(isOn) => onSearch({ [kind]: isOn ? '1' : undefined })}
      >
        {flagTitles[kind]}
        {count !== undefined && <span className="tabular text-muted">{formatCount(count)}</span>}
      </Chip>
    )
  })
}

/** Opens the sheet; its code comes when somebody is about to press. */
function SheetButton({ state }: { state: FilterState }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const count = countFilters(state.search)
  // A load that fails here is tried again by the press.
  const approach = () => void fetchAhead(loadSheet)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onHoverStart={approach}
        onFocus={approach}
        onPress={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        className={chipClass(count > 0, '@min-[44rem]:hidden')}
      >
        <FilterIcon aria-hidden className="size-4" />
        {count > 0 ? `Filters · ${count}` : 'Filters'}
      </Button>
      {wasOpened && <OnDemand load={loadSheet} props={{ state, isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}

function SortSelect({ state: { search, onSearch } }: { state: FilterState }) {
  return (
    <PlainSelect
      label="Sort by"
      options={sortChoices.map(({ id, name }) => ({ id, name }))}
      value={sortChoiceOf(search).id}
      onChange={(id) => {
        const chosen = sortChoices.find((choice) => choice.id === id)
        if (!chosen) return
        // Defaults stay out of the address.
        onSearch({
          order: chosen.order === 'price' ? undefined : chosen.order,
          sort: chosen.sort === 'asc' ? undefined : chosen.sort,
        })
      }}
      className="w-40 max-sm:w-44"
    />
  )
}
