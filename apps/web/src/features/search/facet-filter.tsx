import { formatCount } from '@terrace/domain/tickets'
import { useState } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { FacetCount } from './ask-index.ts'

interface FacetFilterProps {
  title: string
  counts: readonly FacetCount[] | undefined
  isLoading: boolean
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** More than these are shown on a press. */
const shownFirst = 7

/** Values of one kind to tick, with how many events each would leave. What is ticked stays, even where nothing is left. */
export function FacetFilter({ title, counts, isLoading, chosen, onChange }: FacetFilterProps) {
  const [isWhole, setWhole] = useState(false)
  const known = counts ?? []
  const gone = chosen.filter((value) => known.every((each) => each.value !== value))
  const all = [...gone.map((value) => ({ value, count: counts ? 0 : null })), ...known]
  // What is ticked is in sight wherever it stands in the list.
  const first = all.filter(({ value }, place) => place < shownFirst || chosen.includes(value))
  const shown = isWhole ? all : first
  if (all.length === 0 && !isLoading) return null
  return (
    <fieldset className="min-w-0">
      <legend className="text-xs font-semibold text-muted">{title}</legend>
      {all.length === 0 && (
        <div aria-hidden className="mt-2 space-y-3.5 py-1">
          {['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
      <ul className="thin-scroll mt-1 max-h-90 overflow-y-auto p-0.5">
        {shown.map(({ value, count }) => (
          <li key={value} className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
            <Checkbox
              isSelected={chosen.includes(value)}
              onChange={(isOn) =>
                onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            >
              <span className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">{value}</span>
              {count !== null && <span className="tabular text-xs text-muted">{formatCount(count)}</span>}
            </Checkbox>
          </li>
        ))}
      </ul>
      {all.length > first.length && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="mt-1 rounded-sm px-0.5 py-1 text-xs font-medium text-accent underline-offset-2 hover:underline"
        >
          {isWhole ? 'Show fewer' : `Show all ${all.length}`}
        </button>
      )}
    </fieldset>
  )
}
