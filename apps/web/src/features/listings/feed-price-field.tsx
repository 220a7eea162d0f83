import { fromWireMoney } from '@terrace/contracts/wire-money'
import { currencySymbol } from '@terrace/domain/currencies'
import { useState } from 'react'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { TextField } from '#web/ui/text-field.tsx'
import type { FilterState } from './feed-choices.ts'
import { PriceBars } from './feed-price-bars.tsx'
import { shortPrice } from './short-price.ts'

/** The range of prices: bars of what there is, a thumb for each end, and each end as a field. */
export function PriceField({ state }: { state: FilterState }) {
  const { search, meta, onSearch } = state
  const [moved, setMoved] = useState<number[] | null>(null)
  const prices = meta?.facets.price
  if (!meta || !prices?.min || !prices.max) {
    return <p className="text-xs text-muted">There are no prices to choose from.</p>
  }
  const lowest = Math.floor(Number(prices.min.amount))
  const highest = Math.ceil(Number(prices.max.amount))
  const [from = lowest, to = highest] = moved ?? [
    within(Number(search.min ?? lowest), lowest, highest),
    within(Number(search.max ?? highest), lowest, highest),
  ]
  const { currency } = meta

  // An end of the scale is no limit: what comes later may lie beyond it.
  const commit = (ends: number[]) => {
    setMoved(null)
    const [low = lowest, high = highest] = ends
    onSearch({
      min: low <= lowest ? undefined : String(low),
      max: high >= highest ? undefined : String(high),
    })
  }

  return (
    <fieldset className="min-w-0">
      <legend className="text-xs font-semibold text-muted">Price per ticket</legend>
      <div className="px-2.5 pt-3">
        <PriceBars state={state} from={from} to={to} className="h-14 w-full" />
        <Slider
          aria-label="Price per ticket"
          minValue={lowest}
          maxValue={Math.max(highest, lowest + 1)}
          value={[from, to]}
          onChange={setMoved}
          onChangeEnd={commit}
          formatOptions={{ style: 'currency', currency, maximumFractionDigits: 0 }}
          isDisabled={lowest === highest}
        >
          <SliderTrack className="relative h-5 before:absolute before:inset-x-0 before:top-2 before:h-1 before:rounded-full before:bg-ink/15">
            {['Lowest price', 'Highest price'].map((name, index) => (
              <SliderThumb
                key={name}
                index={index}
                aria-label={name}
                className="top-1/2 size-5 rounded-full border-2 border-accent bg-surface outline-offset-2 data-disabled:border-line-strong data-dragging:bg-accent-soft data-focus-visible:outline-2 data-focus-visible:outline-accent max-sm:size-7"
              />
            ))}
          </SliderTrack>
        </Slider>
      </div>
      <PriceEnds
        state={state}
        symbol={currencySymbol(currency)}
        placeholders={[shortPrice(fromWireMoney(prices.min)), shortPrice(fromWireMoney(prices.max))]}
      />
    </fieldset>
  )
}

const amountPattern = /^\d{1,9}(?:\.\d{1,2})?$/

interface PriceEndsProps {
  state: FilterState
  symbol: string
  /** What each end is while it is not set. */
  placeholders: readonly [string, string]
}

/** Both ends to type; they count when the field is left or Enter is pressed. */
function PriceEnds({ state: { search, onSearch }, symbol, placeholders }: PriceEndsProps) {
  // Only what is being typed is kept here: the address may change from elsewhere.
  const [draft, setDraft] = useState<{ min?: string; max?: string }>({})
  const [isTouched, setTouched] = useState(false)
  const typed = { min: draft.min ?? search.min ?? '', max: draft.max ?? search.max ?? '' }
  const wrong = problemOf(typed)

  function commit() {
    setTouched(wrong !== undefined)
    if (wrong !== undefined) return
    const { min, max } = { min: typed.min.trim() || undefined, max: typed.max.trim() || undefined }
    setDraft({})
    if (min !== search.min || max !== search.max) onSearch({ min, max })
  }

  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        {(['min', 'max'] as const).map((end, index) => (
          <TextField
            key={end}
            label={end === 'min' ? 'From' : 'To'}
            inputMode="decimal"
            prefix={<span className="pl-3 text-muted">{symbol}</span>}
            placeholder={placeholders[index]?.replace(symbol, '') ?? ''}
            value={typed[end]}
            onChange={(text) => setDraft((known) => ({ ...known, [end]: text }))}
            onBlur={commit}
            isInvalid={isTouched && wrong !== undefined}
          />
        ))}
      </div>
      {isTouched && wrong !== undefined && (
        <p role="alert" className="mt-1.5 text-xs font-medium text-danger">
          {wrong}
        </p>
      )}
      {/* Enter in one of two fields submits only where there is a button. */}
      <button type="submit" className="sr-only" tabIndex={-1}>
        Apply
      </button>
    </form>
  )
}

function problemOf({ min, max }: { min: string; max: string }): string | undefined {
  const ends = [min.trim(), max.trim()]
  if (ends.some((end) => end !== '' && !amountPattern.test(end)))
    return 'A price is a number such as 150 or 150.00.'
  const [low = '', high = ''] = ends
  return low !== '' && high !== '' && Number(low) > Number(high)
    ? 'The lowest price is above the highest.'
    : undefined
}

function within(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest)
}
