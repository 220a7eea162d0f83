import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Sparkline } from '#web/ui/data-display/sparkline.tsx'
import { historyText } from './tracked-texts.ts'

/** The all-in price since the listing was tracked. */
export function PriceTrend({ listing, className }: { listing: WireTrackedListing; className: string }) {
  const now = useServerNow()
  return (
    <Sparkline
      label={historyText(listing)}
      until={now}
      points={listing.history.map(({ at, all_in_price: price }) => ({
        at: Date.parse(at),
        value: price && Number(price.amount),
      }))}
      className={className}
    />
  )
}
