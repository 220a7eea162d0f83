import { cx } from '#web/ui/cx.ts'
import type { PriceScale } from '#web/features/listings/filters/price-scale.ts'
import { shortPrice } from '#web/features/listings/filters/short-price.ts'

export function PlanLegend({ scale }: { scale: PriceScale }) {
  const [first, second, third] = scale.minimums
  const steps = [
    { colour: 'bg-scale-1', from: shortPrice(first) },
    ...(third.minor > first.minor
      ? [
          { colour: 'bg-scale-2', from: shortPrice(second) },
          { colour: 'bg-scale-3', from: shortPrice(third) },
        ]
      : []),
    { colour: 'bg-scale-0', from: null },
  ]
  return (
    <ul
      aria-label="Colours by lowest all-in price"
      className="tabular flex gap-x-2.5 text-xs whitespace-nowrap text-muted"
    >
      {steps.map(({ colour, from }) => (
        <li key={colour} className="flex items-center gap-1.5">
          <span aria-hidden className={cx('size-3 rounded-[3px]', colour)} />
          {from === null ? (
            'none'
          ) : (
            <>
              <span className="sr-only">all-in from {from}</span>
              <span aria-hidden>{from}+</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
