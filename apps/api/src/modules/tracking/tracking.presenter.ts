import type {
  WireTrackedListing,
  WireTrackingAlert,
  WireTrackingSettings,
} from '@terrace/contracts/tracked-listings'
import { toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money/money'
import { allInPrice, type BasisPoints } from '@terrace/domain/money/service-fee'
import type { Alert, TrackedEvent, TrackedListing, TrackingSettings } from './tracked-listing.ts'

export function presentTrackedListing(tracked: TrackedListing, feeBp: BasisPoints): WireTrackedListing {
  const { unavailable, currentPrice, wasUnavailable } = tracked
  return {
    listing_id: tracked.listingId,
    event: presentEvent(tracked.event),
    category: tracked.category,
    section: tracked.section,
    row: tracked.row,
    general_admission: tracked.generalAdmission,
    tracked_at: tracked.trackedAt.toISOString(),
    price_when_tracked: toWireMoney(tracked.priceWhenTracked),
    all_in_price_when_tracked: toWireAllIn(tracked.priceWhenTracked, feeBp),
    current_price: currentPrice && toWireMoney(currentPrice),
    current_all_in_price: currentPrice && toWireAllIn(currentPrice, feeBp),
    available: tracked.available,
    state: unavailable !== null ? 'unavailable' : wasUnavailable ? 'back' : 'listed',
    unavailable,
    history: tracked.history.map(({ at, price }) => ({
      at: at.toISOString(),
      price: price && toWireMoney(price),
      all_in_price: price && toWireAllIn(price, feeBp),
    })),
  }
}

export function presentAlert(alert: Alert, feeBp: BasisPoints): WireTrackingAlert {
  return {
    id: alert.id,
    kind: alert.kind,
    at: alert.at.toISOString(),
    listing_id: alert.listingId,
    event: presentEvent(alert.event),
    section: alert.section,
    row: alert.row,
    price_when_tracked: toWireMoney(alert.priceWhenTracked),
    price_before: toWireMoney(alert.previousPrice),
    current_price: toWireMoney(alert.currentPrice),
    all_in_price_when_tracked: toWireAllIn(alert.priceWhenTracked, feeBp),
    all_in_price_before: toWireAllIn(alert.previousPrice, feeBp),
    current_all_in_price: toWireAllIn(alert.currentPrice, feeBp),
    available: alert.available,
  }
}

export function presentSettings({ priceDrop, lowStock }: TrackingSettings): WireTrackingSettings {
  const { live, mail, threshold } = lowStock
  return { price_drop: priceDrop, low_stock: { live, mail, max_tickets: threshold } }
}

const toWireAllIn = (price: Money, feeBp: BasisPoints): WireMoney => toWireMoney(allInPrice(price, feeBp))

function presentEvent(event: TrackedEvent): WireTrackedListing['event'] {
  return {
    id: event.id,
    title: event.title,
    slug: event.slug,
    event_date_local: event.localAt,
    date_confirmed: event.dateConfirmed,
    time_confirmed: event.timeConfirmed,
    venue_name: event.venueName,
    city: event.city,
  }
}
