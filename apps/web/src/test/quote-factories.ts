import type { WireQuoteSettingsAnswer } from '@terrace/contracts/quote-settings'
import type {
  WireNewQuote,
  WireOfferPart,
  WireQuote,
  WireQuoteOffer,
  WireQuoteWhole,
} from '@terrace/contracts/quote-shapes'
import { gbp } from './factories.ts'

const itsLink = {
  slug: 'sLug0123456789abcdef',
  link: 'https://terrace.example/quote/sLug0123456789abcdef',
}

/** A quote as its broker sees it in the list; tests name only what they are about. */
export function wireQuote(given: Partial<WireQuote> = {}): WireQuote {
  return {
    id: 'qt_1',
    ...itsLink,
    title: 'Two by the halfway line',
    client_name: 'Ada Wong',
    note: null,
    status: 'Active',
    scope: 'listings',
    price_mode: 'floating',
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
    answer: null,
    totals: { quantity: 2, client_total: gbp('260.70'), net_commission: gbp('11.84') },
    has_dearer: false,
    order_id: null,
    order_number: null,
    can: { withdraw: true, revive: false, extend: true, edit_commission: true, convert: true },
    ...given,
  }
}

export function wireOfferPart(given: Partial<WireOfferPart> = {}): WireOfferPart {
  return {
    quantity: 2,
    kind: 'open',
    cost: gbp('118.50'),
    service_fee: gbp('5.93'),
    commission: gbp('11.85'),
    client_price: gbp('130.35'),
    net: gbp('5.92'),
    ...given,
  }
}

export function wireQuoteOffer(given: Partial<WireQuoteOffer> = {}): WireQuoteOffer {
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
    cost_then: gbp('118.50'),
    parts: [wireOfferPart({ quantity: given.quantity ?? 2 })],
    is_dearer: false,
    accepted: 0,
    bought: 0,
    ...given,
  }
}

/** A quote, opened. */
export function wireQuoteWhole({ slug, link, ...given }: Partial<WireQuoteWhole> = {}): WireNewQuote {
  return {
    ...wireQuote(given),
    slug: slug ?? itsLink.slug,
    link: link ?? itsLink.link,
    offers: [wireQuoteOffer()],
    history: [{ at: '2031-02-01T12:00:00.000Z', what: 'created', who: 'Jane Miller', why: null }],
    ...given,
  }
}

/** The answer that lists these. */
export function wireQuotes(...data: WireQuote[]) {
  return { data, meta: { total: data.length, page: 1, per_page: 20, last_page: 1 } }
}

export function wireQuoteSettings(
  given: Partial<WireQuoteSettingsAnswer['data']> = {},
): WireQuoteSettingsAnswer {
  return {
    data: {
      name: '',
      colour: '#0a6a4d',
      contact_email: 'quotes@harbour.example',
      contact_phone: '+44 20 7946 0123',
      offers_alternatives: true,
      hold_on_accept: { enabled: false, at_most: 4 },
      mail: { view: true, accept: true, decline: true },
      team_name: 'Harbour Box Office',
      logo: null,
      quote_origin: null,
      may_manage: true,
      ...given,
    },
  }
}
