import type {
  WireTrackedListing,
  WireTrackingAlert,
  WireTrackingSettings,
} from '@terrace/contracts/tracked-listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { gbp, withFee } from './factories.ts'

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
  const { price_when_tracked: tracked = gbp('118.50'), current_price: current = gbp('118.50') } = overrides
  return {
    listing_id: 'lst_1',
    event,
    category: { id: 4, name: 'Lower tier side' },
    section: 'Block 25',
    row: '18',
    general_admission: false,
    tracked_at: '2031-02-01T12:00:00.000Z',
    price_when_tracked: tracked,
    all_in_price_when_tracked: withFee(tracked),
    current_price: current,
    current_all_in_price: current && withFee(current),
    available: 4,
    state: 'listed',
    unavailable: null,
    history: [trackedPrice('2031-02-01T12:00:00.000Z', gbp('118.50'))],
    ...overrides,
  }
}

/** An entry of the price history. */
export function trackedPrice(at: string, price: WireMoney | null): WireTrackedListing['history'][number] {
  return { at, price, all_in_price: price && withFee(price) }
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
  const {
    price_when_tracked: tracked,
    price_before: before,
    current_price: current,
  } = {
    price_when_tracked: gbp('118.50'),
    price_before: gbp('118.50'),
    current_price: gbp('99.00'),
    ...overrides,
  }
  return {
    id: 'alr_1',
    kind: 'price_drop',
    at: '2031-02-02T12:00:00.000Z',
    listing_id: 'lst_1',
    event,
    section: 'Block 25',
    row: '18',
    price_when_tracked: tracked,
    price_before: before,
    current_price: current,
    all_in_price_when_tracked: withFee(tracked),
    all_in_price_before: withFee(before),
    current_all_in_price: withFee(current),
    available: 4,
    ...overrides,
  }
}
