import type {
  WireTrackedListing,
  WireTrackingAlert,
  WireTrackingSettings,
} from '@terrace/contracts/tracked-listings'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { Alert, TrackedEvent, TrackedListing, TrackingSettings } from './tracked-listing.ts'

export function presentTrackedListing(tracked: TrackedListing): WireTrackedListing {
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
    current_price: currentPrice && toWireMoney(currentPrice),
    available: tracked.available,
    state: unavailable !== null ? 'unavailable' : wasUnavailable ? 'back' : 'listed',
    unavailable,
    history: tracked.history.map(({ at, price }) => ({
      at: at.toISOString(),
      price: price && toWireMoney(price),
    })),
  }
}

export function presentAlert(alert: Alert): WireTrackingAlert {
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
    available: alert.available,
  }
}

export function presentSettings({ priceDrop, lowStock }: TrackingSettings): WireTrackingSettings {
  const { live, mail, threshold } = lowStock
  return { price_drop: priceDrop, low_stock: { live, mail, max_tickets: threshold } }
}

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
