import type { PriceMeta } from '@terrace/contracts/catalogue'
import { formatDate } from '@terrace/domain/dates'

/** Which day's rates the prices were made with, where that is too long ago (product.md §3). */
export function RateNote({ meta, className }: { meta: PriceMeta | undefined; className?: string }) {
  if (meta?.rate_stale !== true || meta.rate_date === undefined) return null
  return (
    <p className={className}>
      Some prices are converted to {meta.currency} at the ECB rates of {formatDate(meta.rate_date)}, not
      today’s.
    </p>
  )
}
