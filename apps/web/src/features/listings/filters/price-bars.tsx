import { fromWireMoney } from '@terrace/contracts/wire-money'
import { useMemo } from 'react'
import type { FeedFilterProps } from './filter-choices.ts'
import { allInWireMoney } from './price-limits.ts'
import { priceStepColours } from './price-step-colours.ts'

interface PriceBarsProps {
  filters: Pick<FeedFilterProps, 'meta' | 'scale'>
  /** Selected all-in range in currency units; bars outside it are dimmed. */
  from: number
  to: number
  className?: string
}

/** Price histogram in the colour scale of rows and plan. Decorative. */
export function PriceBars({ filters: { meta, scale }, from, to, className }: PriceBarsProps) {
  const bars = useMemo(() => allInBars(meta), [meta])
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <svg aria-hidden viewBox={`0 0 ${bars.length * 4} 20`} preserveAspectRatio="none" className={className}>
      {bars.map(({ count, price, lowest, highest }, index) => {
        // Keeps small counts visible.
        const height = count === 0 ? 0 : Math.max(2, (count / maxCount) * 20)
        const step = scale && scale.minimums[0].currency === price.currency ? scale.stepOf(price) : 2
        return (
          <rect
            key={index}
            x={index * 4}
            y={20 - height}
            width={3.2}
            height={height}
            className={highest >= from && lowest <= to ? priceStepColours[step] : 'fill-scale-outside'}
          />
        )
      })}
    </svg>
  )
}

/** The bars with all-in prices; the range also in currency units. */
function allInBars(meta: FeedFilterProps['meta']) {
  return (meta?.facets.price.histogram ?? []).map(({ from, to, count }) => {
    const low = meta ? allInWireMoney(from, meta) : from
    const high = meta ? allInWireMoney(to, meta) : to
    return { count, price: fromWireMoney(low), lowest: Number(low.amount), highest: Number(high.amount) }
  })
}
