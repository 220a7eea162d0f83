import type { FeedResponse } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { useState, type KeyboardEvent } from 'react'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { FeedFilterProps } from './filter-choices.ts'
import type { FeedParams } from './feed-params.ts'
import { PriceBars } from './price-bars.tsx'
import { allInLimit, allInWireMoney, limitBeforeFee, type LimitEnd } from './price-limits.ts'
import { shortPrice } from './short-price.ts'

export function PriceField({ filters }: { filters: FeedFilterProps }) {
  const { params, meta, onParamsChange } = filters
  const [dragged, setDragged] = useState<number[] | null>(null)
  const prices = meta?.facets.price
  if (!meta || !prices?.min || !prices.max) {
    return <p className="text-xs text-muted">No prices to filter.</p>
  }
  const ends = [allInWireMoney(prices.min, meta), allInWireMoney(prices.max, meta)] as const
  const lowest = Math.floor(Number(ends[0].amount))
  const highest = Math.ceil(Number(ends[1].amount))
  const shown = allInLimits(params, meta)
  const [from = lowest, to = highest] = dragged ?? [
    clamp(Number(shown.min ?? lowest), lowest, highest),
    clamp(Number(shown.max ?? highest), lowest, highest),
  ]
  const { currency } = meta

  // An end of the scale means no limit, since later listings may lie beyond it.
  const commit = (changed: number[]) => {
    setDragged(null)
    const [low = lowest, high = highest] = changed
    onParamsChange({
      min: low <= lowest ? undefined : limitBeforeFee('min', String(low), meta),
      max: high >= highest ? undefined : limitBeforeFee('max', String(high), meta),
    })
  }

  return (
    <fieldset className="min-w-0">
      <legend className="text-xs font-semibold text-muted">All-in price per ticket</legend>
      <div className="px-2.5 pt-3">
        <PriceBars filters={filters} from={from} to={to} className="h-14 w-full" />
        <Slider
          aria-label="All-in price per ticket"
          minValue={lowest}
          maxValue={Math.max(highest, lowest + 1)}
          value={[from, to]}
          onChange={setDragged}
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
      <PriceInputs
        filters={filters}
        terms={meta}
        symbol={currencySymbol(currency)}
        placeholders={[shortPrice(fromWireMoney(ends[0])), shortPrice(fromWireMoney(ends[1]))]}
      />
    </fieldset>
  )
}

const amountPattern = /^\d{1,9}(?:\.\d{1,2})?$/

interface PriceInputsProps {
  filters: FeedFilterProps
  terms: FeedResponse['meta']
  symbol: string
  /** Scale ends, shown while no limit is set. */
  placeholders: readonly [string, string]
}

/** Inputs for both limits; they apply on blur, Enter and Escape. */
function PriceInputs({ filters: { params, onParamsChange }, terms, symbol, placeholders }: PriceInputsProps) {
  // Holds only the text being edited; the URL is the source of truth.
  const [edits, setEdits] = useState<{ min?: string; max?: string }>({})
  const [isTouched, setTouched] = useState(false)
  const shown = allInLimits(params, terms)
  const values = { min: edits.min ?? shown.min ?? '', max: edits.max ?? shown.max ?? '' }
  const problem = rangeProblem(values)

  /** Applies before Escape closes the filter. An invalid range stays open once, so that its problem is seen. */
  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    if (problem !== undefined && !isTouched) event.stopPropagation()
    commit()
  }

  function commit() {
    setTouched(problem !== undefined)
    if (problem !== undefined) return
    const sent = (end: LimitEnd) => {
      const typed = values[end].trim()
      return typed === '' ? undefined : limitBeforeFee(end, typed, terms)
    }
    const { min, max } = { min: sent('min'), max: sent('max') }
    setEdits({})
    if (min !== params.min || max !== params.max) onParamsChange({ min, max })
  }

  return (
    <form
      className="mt-3"
      onKeyDownCapture={onEscape}
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
            value={values[end]}
            onChange={(text) => setEdits((previous) => ({ ...previous, [end]: text }))}
            onBlur={commit}
            isInvalid={isTouched && problem !== undefined}
          />
        ))}
      </div>
      {isTouched && problem !== undefined && (
        <p role="alert" className="mt-1.5 text-xs font-medium text-danger">
          {problem}
        </p>
      )}
      {/* With two fields, Enter submits only if there is a submit button. */}
      <button type="submit" className="sr-only" tabIndex={-1}>
        Apply
      </button>
    </form>
  )
}

function allInLimits({ min, max }: FeedParams, terms: FeedResponse['meta']) {
  return {
    min: min && allInLimit('min', min, terms),
    max: max && allInLimit('max', max, terms),
  }
}

function rangeProblem({ min, max }: { min: string; max: string }): string | undefined {
  const ends = [min.trim(), max.trim()]
  if (ends.some((end) => end !== '' && !amountPattern.test(end))) return 'Enter a price, like 150 or 150.00.'
  const [low = '', high = ''] = ends
  return low !== '' && high !== '' && Number(low) > Number(high)
    ? 'Minimum must be below maximum.'
    : undefined
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest)
}
