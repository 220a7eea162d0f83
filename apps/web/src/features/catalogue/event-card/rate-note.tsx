import type { PriceMeta } from '@terrace/contracts/catalogue'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'

/** Names the date of the exchange rates when they are stale (product.md §3). */
export function RateNote({ meta, className }: { meta: PriceMeta | undefined; className?: string }) {
  if (meta?.rate_stale !== true || meta.rate_date === undefined) return null
  return (
    <p className={className}>
      Prices converted to {meta.currency} at {rateDateText(meta.rate_date)}.
    </p>
  )
}
