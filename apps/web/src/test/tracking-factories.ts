import type {
  WireTrackedListing,
  WireTrackingAlert,
  WireTrackingSettings,
} from '@terrace/contracts/tracked-listings'
import { gbp } from './factories.ts'

const event: WireTrackedListing['event'] = {
  id: 17,
  title: 'Arsenal v Chelsea',
  slug: 'arsenal-v-chelsea',
  event_date_local: '2031-03-08T17:30',
  date_confirmed: true,
  time_confirmed: true,
  venue_name: 'Emirates Stadium',
  city: 'London',
}

/** A tracked listing as on the wire; tests set only relevant fields. */
export function wireTrackedListing(overrides: Partial<WireTrackedListing> = {}): WireTrackedListing {
  return {
    listing_id: 'lst_1',
    event,
    category: { id: 4, name: 'Lower tier side' },
    section: 'Block 25',
    row: '18',
    general_admission: false,
    tracked_at: '2031-02-01T12:00:00.000Z',
    price_when_tracked: gbp('118.50'),
    current_price: gbp('118.50'),
    available: 4,
    state: 'listed',
    unavailable: null,
    history: [{ at: '2031-02-01T12:00:00.000Z', price: gbp('118.50') }],
    ...overrides,
  }
}

/** The list response with these tracked listings. */
export function wireTracked(...data: WireTrackedListing[]) {
  return { data, meta: { total: data.length, page: 1, per_page: 50, last_page: 1 } }
}

export function wireTrackingSettings(overrides: Partial<WireTrackingSettings> = {}): WireTrackingSettings {
  return {
    price_drop: { live: true, mail: true },
    low_stock: { live: true, mail: false, max_tickets: 2 },
    ...overrides,
  }
}

export function wireTrackingAlert(overrides: Partial<WireTrackingAlert> = {}): WireTrackingAlert {
  return {
    id: 'alr_1',
    kind: 'price_drop',
    at: '2031-02-02T12:00:00.000Z',
    listing_id: 'lst_1',
    event,
    section: 'Block 25',
    row: '18',
    price_when_tracked: gbp('118.50'),
    price_before: gbp('118.50'),
    current_price: gbp('99.00'),
    available: 4,
    ...overrides,
  }
}
