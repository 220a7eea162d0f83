import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { FilterState } from './feed-choices.ts'
import { stepFills } from './step-fills.ts'

interface PriceBarsProps {
  state: Pick<FilterState, 'meta' | 'scale'>
  /** The chosen range in whole units; bars outside of it are pale. */
  from: number
  to: number
  className?: string
}

/** How many listings there are at which price, on the one scale of row, plan and histogram (ui.md §1). Decorative. */
export function PriceBars({ state: { meta, scale }, from, to, className }: PriceBarsProps) {
  const bars = meta?.facets.price.histogram ?? []
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <svg aria-hidden viewBox={`0 0 ${bars.length * 4} 20`} preserveAspectRatio="none" className={className}>
      {bars.map((bar, place) => {
        // A few listings among hundreds are still seen.
        const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * 20)
        const isChosen = Number(bar.to.amount) >= from && Number(bar.from.amount) <= to
        const low = fromWireMoney(bar.from)
        const step = scale && scale.from[0].currency === low.currency ? scale.stepOf(low) : 2
        return (
          <rect
            key={place}
            x={place * 4}
            y={20 - height}
            width={3.2}
            height={height}
            className={isChosen ? stepFills[step] : 'fill-ink/12'}
          />
        )
      })}
    </svg>
  )
}
