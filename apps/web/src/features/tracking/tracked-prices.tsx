import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useState } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { cx } from '#web/ui/cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { priceChange } from './tracked-texts.ts'

const changeStyles = {
  [-1]: { Icon: ArrowDownIcon, colour: 'text-ok' },
  1: { Icon: ArrowUpIcon, colour: 'text-signal' },
  0: { Icon: null, colour: 'text-muted' },
}

/** The current price. A live change flashes for two seconds (product.md §3). */
export function CurrentPrice({ listing: { current_all_in_price: price } }: { listing: WireTrackedListing }) {
  const [last, setLast] = useState({ amount: price?.amount, changes: 0 })
  if (last.amount !== price?.amount) setLast({ amount: price?.amount, changes: last.changes + 1 })
  if (price === null) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">no current price</span>
      </>
    )
  }
  return (
    <span key={last.changes} className={cx('rounded-sm font-semibold', last.changes > 0 && 'animate-flash')}>
      {priceText(price)}
    </span>
  )
}

/** Price difference since the listing was tracked. */
export function PriceChange({ listing }: { listing: WireTrackedListing }) {
  const change = priceChange(listing)
  if (change === null) return <span className="text-muted">–</span>
  const { Icon, colour } = changeStyles[change.sign]
  return (
    <span className={cx('inline-flex items-center gap-1', colour)}>
      {Icon && <Icon aria-hidden className="size-3" strokeWidth={2.5} />}
      {change.text}
    </span>
  )
}
