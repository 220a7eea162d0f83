import type { FeedResponse } from '@terrace/contracts/listings'
import { formatDate } from '@terrace/domain/dates'
import { env } from '#web/lib/env.ts'

/** What a broker should know of the figures: rates that are not today's, and stock that is made up (product.md §3). */
export function StockNotes({ meta }: { meta: FeedResponse['meta'] | undefined }) {
  const notes = [
    meta?.rate_stale === true &&
      meta.rate_date !== undefined &&
      `Some prices are converted to ${meta.currency} at the ECB rates of ${formatDate(meta.rate_date) ?? ''}, not today’s.`,
    env().dev && meta !== undefined && meta.total > 0 && 'Demo stock: these listings are generated.',
  ].filter((note) => typeof note === 'string')
  if (notes.length === 0) return null
  return (
    <p className="border-b border-line bg-paper px-4 py-2 text-xs text-muted sm:px-7">{notes.join(' ')}</p>
  )
}
