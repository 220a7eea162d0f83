import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { WireHold } from '@terrace/contracts/holds'
import type { FeedFacets, FeedResponse, WireListing } from '@terrace/contracts/listings'
import { gbp, withFee } from './factories.ts'

/** A listing as on the wire; tests set only relevant fields. */
export function wireListing(overrides: Partial<WireListing> = {}): WireListing {
  return {
    id: 'lst_1',
    event_id: 17,
    category: { id: 4, name: 'Lower tier side' },
    section: 'Block 25',
    row: '18',
    first_seat: 401,
    last_seat: 404,
    general_admission: false,
    ticket_type: 'mobile',
    split_type: 'No Preferences',
    quantity_limit: null,
    multiple_sale_unit: null,
    available: 4,
    splits: [1, 2, 3, 4],
    proceed_price: gbp('118.50'),
    all_in_price: withFee(overrides.proceed_price ?? gbp('118.50')),
    original_price: gbp('118.50'),
    face_value: null,
    in_hand_date: '2031-03-01',
    instant_download: false,
    hospitality: false,
    attendee_delivery_details_required: false,
    attendee_identification_details_required: false,
    notes: [],
    seller: { id: 'tm_2', name: 'Northgate Tickets' },
    published_at: '2031-02-01T09:00:00.000Z',
    is_new: false,
    version: 1,
    ...overrides,
  }
}

const noFacets: FeedFacets = {
  categories: [],
  sections: [],
  ticket_types: [],
  brokers: [],
  quantities: [],
  flags: { new_listings: 0, ticket_in_hand: 0, hospitality: 0, instant_download: 0 },
  price: { min: null, max: null, histogram: [] },
}

/** A page of the feed with these listings. */
export function wireFeed(data: WireListing[], meta: Partial<FeedResponse['meta']> = {}): FeedResponse {
  const prices = data.map((listing) => listing.proceed_price)
  return {
    data,
    meta: {
      total: data.length,
      page: 1,
      per_page: 100,
      last_page: 1,
      ticket_count: data.reduce((sum, { available }) => sum + available, 0),
      min_price: prices.at(0) ?? null,
      max_price: prices.at(-1) ?? null,
      currency: 'GBP',
      rate_stale: false,
      service_fee_percent: '5.00',
      version: '1',
      facets: noFacets,
      mine: { tracked: [], held: [] },
      ...meta,
    },
  }
}

type HeldListing = WireHold['listing']

/** A hold in the team's list. */
export function wireHold(
  overrides: Partial<Omit<WireHold, 'listing'>> & { listing?: Partial<HeldListing> } = {},
): WireHold {
  const { listing, ...hold } = overrides
  return {
    hold_id: 'hld_1',
    listing_id: 'lst_1',
    quantity: 2,
    price: gbp('118.50'),
    service_fee: gbp('5.93'),
    service_fee_percent: '5.00',
    expires_at: new Date(Date.now() + 25 * 60_000).toISOString(),
    state: 'active',
    quote: null,
    next_hold_waits_minutes: null,
    internal_note: null,
    held_by: { name: 'Jane Harbour', is_me: true },
    event: {
      id: 17,
      title: 'Arsenal v Chelsea',
      slug: 'arsenal-v-chelsea',
      event_date_local: '2031-03-08T17:30',
      timezone: 'Europe/London',
      time_confirmed: true,
      venue_name: 'Emirates Stadium',
      city: 'London',
    },
    ...hold,
    listing: {
      category_name: 'Lower tier side',
      section: 'Block 25',
      row: '18',
      first_seat: 1,
      last_seat: 8,
      ticket_type: 'mobile',
      in_hand_date: '2031-03-01',
      instant_download: false,
      attendee_delivery_details_required: false,
      attendee_identification_details_required: false,
      seller_name: 'Northgate Tickets',
      releasable: [1, 2],
      ...listing,
    },
  }
}

/** An attendee for tickets that require identification. */
export const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  date_of_birth: '1990-12-10',
  nationality: 'GB',
  document_type: 'passport',
  document_number: 'X1234567',
}

/** The list response with these holds. */
export function wireBasket(...data: WireHold[]) {
  return { data, meta: { held: data.reduce((sum, { quantity }) => sum + quantity, 0), limit: 60 } }
}

/** A plan of two blocks next to a pitch. */
export function wirePlan(): WireSeatingPlan {
  const block = (name: string, x: number): WireSeatingPlan['blocks'][number] => ({
    id: name.toLowerCase().replace(' ', '-'),
    name,
    level: 'Lower tier',
    category_id: 4,
    polygon: [
      [x, 10],
      [x + 80, 10],
      [x + 80, 60],
      [x, 60],
    ],
    label_at: [x + 40, 35],
    other_names: [],
  })
  return {
    venue_id: 3,
    schematic: true,
    width: 1000,
    height: 700,
    surface: {
      kind: 'pitch',
      shape: [
        [300, 250],
        [700, 250],
        [700, 450],
        [300, 450],
      ],
      is_sketch: false,
    },
    blocks: [block('Block 25', 100), block('Block 26', 200)],
    categories: [{ id: 4, name: 'Lower tier side', level: 'Lower tier', rank: 1 }],
  }
}

/** The hold after its release was undone. */
export function withoutRelease(hold: WireHold): WireHold {
  const kept = { ...hold }
  delete kept.releasing
  return kept
}
