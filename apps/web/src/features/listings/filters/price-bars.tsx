import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import type { FeedFilterProps } from './filter-choices.ts'
import { allInWireMoney } from './price-limits.ts'
import { stepFills } from './step-fills.ts'

interface PriceBarsProps {
  filters: Pick<FeedFilterProps, 'meta' | 'scale'>
  /** Selected all-in range in currency units; bars outside it are dimmed. */
  from: number
  to: number
  className?: string
}

/** Price histogram in the colour scale of rows and plan. Decorative. */
export function PriceBars({ filters: { meta, scale }, from, to, className }: PriceBarsProps) {
  const bars = meta?.facets.price.histogram ?? []
  const allIn = (price: WireMoney) => (meta ? allInWireMoney(price, meta) : price)
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <svg aria-hidden viewBox={`0 0 ${bars.length * 4} 20`} preserveAspectRatio="none" className={className}>
      {bars.map((bar, index) => {
        // Keeps small counts visible.
        const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / maxCount) * 20)
        const isInRange = Number(allIn(bar.to).amount) >= from && Number(allIn(bar.from).amount) <= to
        const low = fromWireMoney(allIn(bar.from))
        const step = scale && scale.minimums[0].currency === low.currency ? scale.stepOf(low) : 2
        return (
          <rect
            key={index}
            x={index * 4}
            y={20 - height}
            width={3.2}
            height={height}
            className={isInRange ? stepFills[step] : 'fill-scale-outside'}
          />
        )
      })}
    </svg>
  )
}
