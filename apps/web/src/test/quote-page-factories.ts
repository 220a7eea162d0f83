import type {
  quotePageRoutes,
  WireClientAlternative,
  WireClientOffer,
  WireClientQuote,
} from '@terrace/contracts/quote-page'
import type { ResponseOf } from '@terrace/contracts/route'

export function wireAlternative(values: Partial<WireClientAlternative> = {}): WireClientAlternative {
  const { quantity = 2, price = { amount: '136.00', currency: 'GBP' } } = values
  return {
    id: 'off_1',
    category_name: 'Lower tier',
    section: 'Block 25',
    row: '18',
    first_seat: 5,
    last_seat: 6,
    general_admission: false,
    ticket_type: 'mobile',
    in_hand_date: '2099-12-03',
    instant_download: false,
    hospitality: false,
    notes: [],
    quantity,
    price,
    total: { amount: (Number(price.amount) * quantity).toFixed(2), currency: price.currency },
    quantities: [quantity],
    ...values,
  }
}

export function wireOffer(values: Partial<WireClientOffer> = {}): WireClientOffer {
  return { ...wireAlternative(values), state: 'available', alternatives: [], ...values }
}

/** Three offers: two seats in block 25, one to four in the club, two in block 11. */
export const threeOffers = [
  wireOffer(),
  wireOffer({
    id: 'off_2',
    section: 'Club 54',
    category_name: 'Club level',
    row: '3',
    price: { amount: '262.00', currency: 'GBP' },
    quantities: [1, 2, 4],
  }),
  wireOffer({ id: 'off_3', section: 'Block 11', row: '20', price: { amount: '149.00', currency: 'GBP' } }),
]

/** The overview of a whole-event quote with these offers. */
export function wireOverview(offers: readonly WireClientOffer[]): NonNullable<WireClientQuote['overview']> {
  const listed = Map.groupBy(offers, ({ category_name: category }) => category)
  return {
    categories: [...listed].map(([name, of]) => ({
      name,
      count: of.length,
      lowest_price: of[0]?.price ?? null,
    })),
    sections: [...new Set(offers.map(({ section }) => section))],
  }
}

/** Open for the next two hours. */
export function wireClientQuote(values: Partial<WireClientQuote> = {}): WireClientQuote {
  return {
    title: 'Options for the derby',
    client_name: 'Jane Miller',
    note: 'All seats together.',
    status: 'Active',
    scope: 'listings',
    is_open: true,
    is_price_locked: false,
    offer_choice: 'any',
    currency: 'GBP',
    rate_date: null,
    expires_at: new Date(Date.now() + 7_200_000).toISOString(),
    brand: {
      name: 'Harbour Box Office',
      email: 'quotes@harbourbox.example',
      phone: '+44 20 7946 0123',
      colour: '#7a1f5c',
      logo: null,
    },
    event: {
      title: 'Arsenal FC v Manchester United FC',
      event_date_local: '2099-12-05T17:30',
      date_confirmed: true,
      time_confirmed: true,
      timezone: 'Europe/London',
      status: 'scheduled',
      venue_name: 'Emirates Stadium',
      city: 'London',
      country_code: 'GB',
      category_name: 'Premier League',
    },
    has_plan: false,
    response: null,
    channels: ['quote-news'],
    overview: values.scope === 'event' ? wireOverview(values.offers ?? threeOffers) : null,
    offers: threeOffers,
    ...values,
  }
}

/** The response of all quote calls, with all offers on one page by default. */
export function quoteDetailsResponse(
  quote: WireClientQuote,
  {
    page = 1,
    per_page = 100,
    total = quote.offers.length,
  }: { page?: number; per_page?: number; total?: number } = {},
): ResponseOf<typeof quotePageRoutes.details> {
  return { data: quote, meta: { total, page, per_page, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}
