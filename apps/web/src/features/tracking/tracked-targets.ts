import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { JumpTarget } from '#web/lib/commands/jump-target.ts'
import { priceText } from '#web/lib/format/price.ts'
import { trackedQuery } from './queries.ts'
import { seatLabel } from './seat-label.ts'
import { priceChange } from './tracked-texts.ts'

/** The caller's tracked listings; each opens its row on the event page. */
export function useTrackedTargets(): JumpTarget[] {
  const { data } = useInfiniteQuery(trackedQuery())
  return (data?.pages ?? []).flatMap((page) =>
    page.data.map((listing) => ({
      kind: 'tracked',
      id: listing.listing_id,
      title: listing.event.title,
      detail: ['Tracked', seatLabel(listing), ...priceDrop(listing)].join(' · '),
      aside:
        listing.current_all_in_price === null
          ? 'Not available'
          : `${priceText(listing.current_all_in_price)} all-in`,
      count: listing.available === 0 ? undefined : formatTickets(listing.available),
      href: `/tickets/${listing.event.slug}/${listing.event.id}#${listing.listing_id}`,
    })),
  )
}

/** 'Price down £12.00' since tracking started; nothing for any other price. */
function priceDrop(listing: WireTrackedListing): string[] {
  const change = priceChange(listing)
  return change?.sign === -1 ? [`Price down ${change.amount}`] : []
}
