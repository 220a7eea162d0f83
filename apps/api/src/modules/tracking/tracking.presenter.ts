import type {
  WireTrackedListing,
  WireTrackingAlert,
  WireTrackingSettings,
} from '@terrace/contracts/tracked-listings'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { Alert, TrackedEvent, TrackedListing, TrackingSettings } from './mark.ts'

export function presentTrackedListing(tracked: TrackedListing): WireTrackedListing {
  const { gone, priceNow, wasGone } = tracked
  return {
    listing_id: tracked.listingId,
    event: presentEvent(tracked.event),
    category: tracked.category,
    section: tracked.section,
    row: tracked.row,
    general_admission: tracked.generalAdmission,
    tracked_at: tracked.trackedAt.toISOString(),
    price_then: toWireMoney(tracked.priceThen),
    price_now: priceNow && toWireMoney(priceNow),
    available: tracked.available,
    state: gone !== null ? 'gone' : wasGone ? 'back' : 'listed',
    gone,
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
    price_then: toWireMoney(alert.priceThen),
    price_before: toWireMoney(alert.priceBefore),
    price_now: toWireMoney(alert.priceNow),
    available: alert.available,
  }
}

export function presentSettings({ priceDrop, lowStock }: TrackingSettings): WireTrackingSettings {
  const { live, mail, atMost } = lowStock
  return { price_drop: priceDrop, low_stock: { live, mail, at_most: atMost } }
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
