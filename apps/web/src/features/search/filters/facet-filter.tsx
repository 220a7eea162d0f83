import { formatCount } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { FacetCount } from '#web/features/search/query/search-index.ts'

interface FacetFilterProps {
  title: string
  counts: readonly FacetCount[] | undefined
  isLoading: boolean
  selectedValues: readonly string[]
  onChange: (selectedValues: string[]) => void
}

/** Values beyond this number are collapsed. */
const collapsedCount = 7

/** Checkboxes for facet values with their event counts. Selected values stay listed even with no matches. */
export function FacetFilter({ title, counts, isLoading, selectedValues, onChange }: FacetFilterProps) {
  const [isExpanded, setExpanded] = useState(false)
  const counted = counts ?? []
  const uncounted = selectedValues.filter((value) => counted.every((each) => each.value !== value))
  const all = [...uncounted.map((value) => ({ value, count: counts ? 0 : null })), ...counted]
  // Selected values are always visible, wherever they rank.
  const first = all.filter(({ value }, index) => index < collapsedCount || selectedValues.includes(value))
  const visible = isExpanded ? all : first
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
        {visible.map(({ value, count }) => (
          <li key={value} className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
            <Checkbox
              isSelected={selectedValues.includes(value)}
              onChange={(isOn) =>
                onChange(isOn ? [...selectedValues, value] : selectedValues.filter((each) => each !== value))
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
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="mt-1 rounded-sm px-0.5 py-1 text-xs font-medium text-accent underline-offset-2 hover:underline"
        >
          {isExpanded ? 'Show fewer' : `Show all ${all.length}`}
        </button>
      )}
    </fieldset>
  )
}
