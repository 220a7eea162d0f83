import type { WireQuoteDefaults, WireQuoteSettingsResponse } from '@terrace/contracts/quote-settings'
import type {
  WireNewQuote,
  WireOfferPart,
  WireQuote,
  WireQuoteOffer,
  WireQuoteDetail,
} from '@terrace/contracts/quote-shapes'
import { gbp } from './factories.ts'

const itsLink = {
  slug: 'sLug0123456789abcdef',
  link: 'https://terrace.example/quote/sLug0123456789abcdef',
}

/** A quote in the broker's list; tests set only relevant fields. */
export function wireQuote(overrides: Partial<WireQuote> = {}): WireQuote {
  return {
    id: 'qt_1',
    ...itsLink,
    title: 'Two by the halfway line',
    client_name: 'Ada Wong',
    note: null,
    reference: null,
    internal_note: null,
    status: 'Active',
    scope: 'listings',
    price_mode: 'floating',
    offer_choice: 'any',
    event: {
      id: 17,
      title: 'Arsenal v Chelsea',
      slug: 'arsenal-v-chelsea',
      event_date_local: '2031-03-08T17:30',
      date_confirmed: true,
      time_confirmed: true,
      timezone: 'Europe/London',
      status: 'scheduled',
      venue_name: 'Emirates Stadium',
      city: 'London',
    },
    currency: 'GBP',
    commission_method: 'percentage',
    commission_amount: '10.00',
    is_vip_listings: false,
    created_at: '2031-02-01T12:00:00.000Z',
    created_by: 'Jane Miller',
    expires_at: new Date(Date.now() + 5 * 3_600_000).toISOString(),
    views: { count: 0, first_at: null, last_at: null },
    response: null,
    totals: { quantity: 2, client_total: gbp('260.70'), net_commission: gbp('11.84') },
    totals_range: null,
    has_price_increases: false,
    order_id: null,
    order_number: null,
    can: { withdraw: true, reopen: false, extend: true, edit_commission: true, convert: true },
    ...overrides,
  }
}

export function wireOfferPart(overrides: Partial<WireOfferPart> = {}): WireOfferPart {
  return {
    quantity: 2,
    kind: 'unheld',
    cost: gbp('118.50'),
    service_fee: gbp('5.93'),
    commission: gbp('11.85'),
    client_price: gbp('130.35'),
    net: gbp('5.92'),
    ...overrides,
  }
}

export function wireQuoteOffer(overrides: Partial<WireQuoteOffer> = {}): WireQuoteOffer {
  return {
    id: 'off_1',
    listing_id: 'lst_1',
    hold_id: null,
    category_name: 'Lower tier side',
    section: 'Block 25',
    row: '18',
    ticket_type: 'mobile',
    quantity: 2,
    state: 'available',
    available: 4,
    cost_when_quoted: gbp('118.50'),
    parts: [wireOfferPart({ quantity: overrides.quantity ?? 2 })],
    price_increased: false,
    accepted: 0,
    bought: 0,
    ...overrides,
  }
}

export function wireQuoteDetail({ slug, link, ...overrides }: Partial<WireQuoteDetail> = {}): WireNewQuote {
  return {
    ...wireQuote(overrides),
    slug: slug ?? itsLink.slug,
    link: link ?? itsLink.link,
    exchange_rates: [],
    offers: [wireQuoteOffer()],
    history: [{ at: '2031-02-01T12:00:00.000Z', event: 'created', actor_name: 'Jane Miller', reason: null }],
    ...overrides,
  }
}

/** The list response with these quotes. */
export function wireQuotes(...data: WireQuote[]) {
  return { data, meta: { total: data.length, page: 1, per_page: 20, last_page: 1 } }
}

/** The terms of new quotes in a team that has changed nothing. */
export function wireQuoteDefaults(overrides: Partial<WireQuoteDefaults> = {}): WireQuoteDefaults {
  return {
    commission_method: 'percentage',
    commission_amount: '',
    currency_to_display: null,
    quote_expiry: 24,
    price_mode: 'floating',
    offer_choice: 'any',
    note: '',
    ...overrides,
  }
}

export function wireQuoteSettings(
  overrides: Partial<WireQuoteSettingsResponse['data']> = {},
): WireQuoteSettingsResponse {
  return {
    data: {
      name: '',
      colour: '#0a6a4d',
      contact_email: 'quotes@harbour.example',
      contact_phone: '+44 20 7946 0123',
      offers_alternatives: true,
      hold_on_accept: { enabled: false, max_tickets: 4 },
      mail: { view: true, accept: true, decline: true, unopened: true },
      defaults: wireQuoteDefaults(),
      team_name: 'Harbour Box Office',
      logo: null,
      quote_origin: null,
      may_manage: true,
      ...overrides,
    },
  }
}
