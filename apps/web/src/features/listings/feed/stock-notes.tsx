import type { FeedResponse } from '@terrace/contracts/listings'
import { env } from '#web/lib/env.ts'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'

interface NoteProps {
  meta: FeedResponse['meta'] | undefined
}

/** Says in the list's bar that prices were converted at stale rates (product.md §3). */
export function RateNote({ meta }: NoteProps) {
  if (meta?.rate_stale !== true || meta.rate_date === undefined) return null
  return (
    <p className="min-w-0 truncate text-xs text-muted max-sm:order-last max-sm:basis-full">
      {meta.currency} at {rateDateText(meta.rate_date)}
    </p>
  )
}

/** Says below the list that the demo's stock is generated. */
export function DemoNote({ meta }: NoteProps) {
  if (!env().dev || meta === undefined || meta.total === 0) return null
  return (
    <p className="px-4 pb-5 text-center text-xs text-muted sm:px-5">
      Demo stock: these listings are generated.
    </p>
  )
}
