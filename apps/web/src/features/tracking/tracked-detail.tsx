import { Link } from '@tanstack/react-router'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { priceText } from '#web/lib/format/price.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Facts, type Fact } from '#web/ui/data-display/facts.tsx'
import { PriceTrend } from './price-trend.tsx'
import { CurrentPrice, PriceChange } from './tracked-prices.tsx'
import { stateStyle } from './tracked-texts.ts'
import { useTracked } from './use-tracked.ts'

interface TrackedDetailProps {
  listing: WireTrackedListing
  isTracked: boolean
}

/** Prices then and now, the price history, and what to do with the listing. */
export function TrackedDetail({ listing, isTracked }: TrackedDetailProps) {
  const { event, current_price: currentPrice, tracked_at: trackedAt } = listing
  const tracked = useTracked(listing.listing_id, isTracked)
  const facts: Fact[] = [
    ['All-in when tracked', priceText(listing.all_in_price_when_tracked)],
    [
      'All-in now',
      <span key="now" className="text-base">
        <CurrentPrice listing={listing} />
      </span>,
    ],
    ['Change', <PriceChange key="change" listing={listing} />],
    ...(currentPrice === null ? [] : ([['Price before the fee', priceText(currentPrice)]] satisfies Fact[])),
    ['Availability', stateStyle(listing).detail],
    ['Category', listing.category.name],
    ['Venue', `${event.venue_name}, ${event.city}`],
    ['Tracked since', inViewerTimeZone(trackedAt)],
  ]
  return (
    <div className="space-y-5 p-4 sm:p-5">
      <Facts facts={facts} />
      <div className="flex flex-wrap gap-2">
        <Link
          data-command="view"
          data-title="View tracked listing"
          to="/tickets/$name/$id"
          params={{ name: event.slug, id: event.id }}
          hash={listing.listing_id}
          className={buttonClass('primary')}
        >
          View listing
        </Link>
        <Button data-command="track" onPress={tracked.toggle}>
          {tracked.isTracked ? 'Stop tracking' : 'Track again'}
        </Button>
      </div>
      <PriceHistory listing={listing} />
    </div>
  )
}

/** Changes of the all-in price, the latest first. */
function PriceHistory({ listing }: { listing: WireTrackedListing }) {
  return (
    <section aria-labelledby="price-history">
      <h3 id="price-history" className="text-xs font-semibold text-muted">
        All-in price
      </h3>
      <PriceTrend listing={listing} className="mt-2" />
      <ol className="tabular mt-3 divide-y divide-line-soft border-t border-line text-sm">
        {listing.history.toReversed().map(({ at, all_in_price: price }) => (
          <li key={at} className="flex justify-between gap-4 py-1.5">
            <time dateTime={at} className="text-xs leading-5 text-muted">
              {inViewerTimeZone(at)}
            </time>
            <span className={price ? '' : 'text-muted'}>{price ? priceText(price) : 'Unavailable'}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
