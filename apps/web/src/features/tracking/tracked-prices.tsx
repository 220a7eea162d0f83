import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useState } from 'react'
import { priceText } from '#web/lib/price.ts'
import { cx } from '#web/ui/cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { difference } from './tracked-texts.ts'

const marks = {
  [-1]: { Icon: ArrowDownIcon, colour: 'text-ok' },
  1: { Icon: ArrowUpIcon, colour: 'text-signal' },
  0: { Icon: null, colour: 'text-muted' },
}

/**
 * The price then and now, and the difference. A change under the reader's eyes is marked for two seconds (product.md §3), one
 * back to what it was too.
 */
export function TrackedPrices({ listing }: { listing: WireTrackedListing }) {
  const { price_then: then, price_now: now } = listing
  const [drawn, setDrawn] = useState({ amount: now?.amount, changes: 0 })
  if (drawn.amount !== now?.amount) setDrawn({ amount: now?.amount, changes: drawn.changes + 1 })
  const change = difference(listing)
  const mark = marks[change?.sign ?? 0]
  return (
    <>
      <span className="block">
        <span className="text-muted">{priceText(then)}</span>
        <span aria-hidden className="text-muted">
          {' → '}
        </span>
        <span className="sr-only"> then, </span>
        {now === null ? (
          '–'
        ) : (
          <span
            key={drawn.changes}
            className={cx('rounded-sm font-semibold', drawn.changes > 0 && 'animate-flash')}
          >
            {priceText(now)}
          </span>
        )}
        <span className="sr-only">{now === null ? ' no price now' : ' now'}</span>
      </span>
      {change && (
        <span className={cx('flex items-center gap-1 text-xs', mark.colour)}>
          {mark.Icon && <mark.Icon aria-hidden className="size-3" strokeWidth={2.5} />}
          {change.text}
        </span>
      )}
    </>
  )
}
