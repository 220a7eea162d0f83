import type { WireSavedSearch } from '@terrace/contracts/saved-searches'

/** A search of Arsenal v Chelsea for two tickets up to £150. */
export function wireSavedSearch(overrides: Partial<WireSavedSearch> = {}): WireSavedSearch {
  return {
    id: 'ssr_1',
    name: 'Cheap pairs',
    event: {
      id: 7,
      title: 'Arsenal v Chelsea',
      slug: 'arsenal-v-chelsea',
      event_date_local: '2031-03-01T15:00',
      date_confirmed: true,
      time_confirmed: true,
      venue_name: 'Emirates Stadium',
      city: 'London',
    },
    filter: { min_quantity: '2', proceed_price_max: '150', target_currency: 'GBP' },
    service_fee_percent: '5.00',
    live: true,
    mail: false,
    state: 'active',
    created_at: '2031-01-01T12:00:00.000Z',
    last_alert_at: null,
    ...overrides,
  }
}
