import type { DeliveryType } from '@terrace/domain/delivery-types'
import type { EventStatus } from '@terrace/domain/event-status'
import type { ListingNote } from '@terrace/domain/listing-notes'
import { money, type Money } from '@terrace/domain/money'
import type { SplitType } from '@terrace/domain/split-options'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import { sumOf, type Listing, type ListingState, type OpenHold } from './listing.ts'

export interface EventFacts {
  eventId: number
  venueId: number
  status: EventStatus
  startsAt: Date
  timezone: string
  performerIds: readonly number[]
}

/** What the book of an event must know of it; undefined where there is none. */
export async function findEventFacts(db: Reader, eventId: number): Promise<EventFacts | undefined> {
  const { rows } = await sql<EventFacts>`
    select id as "eventId", venue_id as "venueId", status, starts_at as "startsAt", timezone,
      array(select performer_id from event_performers where event_id = events.id order by 1) as "performerIds"
    from events where id = ${eventId}`.execute(db)
  return rows[0]
}

interface StockRow {
  id: string
  categoryId: number
  category: string
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  seatsHidden: boolean
  generalAdmission: boolean
  ticketType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  unsold: number
  priceMinor: number
  currency: string
  faceValueMinor: number | null
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  deliveryDetails: boolean
  identificationDetails: boolean
  notes: ListingNote[]
  sellerId: string
  seller: string
  createdAt: Date
  version: number
  holds:
    | (Omit<OpenHold, 'listingId' | 'expiresAt' | 'reservedUntil'> &
        Record<'expiresAt' | 'reservedUntil', string>)[]
    | null
}

/**
 * The listings of an event that are not withdrawn, or those of them that are named, each with its holds at `asOf`. One
 * statement, so one moment: read apart, a hold that turns into a sale in between would be counted in neither.
 */
export async function readStock(
  db: Reader,
  { eventId, listingIds, asOf }: { eventId: number; listingIds?: readonly string[]; asOf: Date },
): Promise<ListingState[]> {
  const named = (id: string) => (listingIds ? sql`and ${sql.ref(id)} = any(${listingIds})` : sql``)
  const { rows } = await sql<StockRow>`
    with open as materialized (
      select h.listing_id, jsonb_agg(jsonb_build_object('id', h.id, 'teamId', h.team_id, 'quantity', h.quantity,
        'quoteRef', h.quote_ref, 'expiresAt', h.expires_at, 'reservedUntil', h.reserved_until) order by h.expires_at, h.id) as holds
      from open_holds_of_event(${eventId}, ${asOf}) h
      where true ${named('h.listing_id')}
      group by h.listing_id
    )
    select l.id, l.category_id as "categoryId", c.name as category, l.section, l."row", l.first_seat as "firstSeat",
      l.last_seat as "lastSeat", l.seats_hidden as "seatsHidden", l.general_admission as "generalAdmission",
      l.ticket_type as "ticketType", l.split_type as "splitType", l.quantity_limit as "quantityLimit",
      l.multiple_sale_unit as "multipleSaleUnit", l.quantity - l.sold as unsold, l.price_minor as "priceMinor", l.currency,
      l.face_value_minor as "faceValueMinor", l.in_hand_date as "inHandDate", l.instant_download as "instantDownload",
      l.hospitality, l.attendee_delivery_details_required as "deliveryDetails",
      l.attendee_identification_details_required as "identificationDetails", l.notes,
      l.seller_team_id as "sellerId", t.name as seller, l.created_at as "createdAt", l.version, o.holds
    from listings l
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    left join open o on o.listing_id = l.id
    where l.event_id = ${eventId} and l.status = 'active' ${named('l.id')}`.execute(db)
  const shared = createShared()
  return rows.map((row) => stateOf(eventId, row, shared))
}

/** One copy of what the listings of an event have in common: they stay in memory for long. */
function createShared() {
  return {
    text: oneOfEach<string>(),
    ticketType: oneOfEach<DeliveryType>(),
    splitType: oneOfEach<SplitType>(),
    category: oneOfEach<Listing['category']>(),
    seller: oneOfEach<Listing['seller']>(),
    notes: oneOfEach<ListingNote[]>(),
    money: oneOfEach<Money>(),
  }
}

function oneOfEach<Value>(): (key: string | number, make: () => Value) => Value {
  const kept = new Map<string | number, Value>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make()
    kept.set(key, made)
    return made
  }
}

function stateOf(eventId: number, row: StockRow, shared: ReturnType<typeof createShared>): ListingState {
  const text = (value: string) => shared.text(value, () => value)
  const amount = (minor: number) =>
    shared.money(`${minor} ${row.currency}`, () => money(minor, text(row.currency)))
  const holds = (row.holds ?? []).map(({ expiresAt, reservedUntil, ...hold }) => ({
    ...hold,
    listingId: row.id,
    expiresAt: new Date(expiresAt),
    reservedUntil: new Date(reservedUntil),
  }))
  const listing: Listing = {
    id: row.id,
    eventId,
    category: shared.category(row.categoryId, () => ({ id: row.categoryId, name: row.category })),
    section: text(row.section),
    row: text(row.row),
    firstSeat: row.firstSeat,
    lastSeat: row.lastSeat,
    seatsHidden: row.seatsHidden,
    generalAdmission: row.generalAdmission,
    ticketType: shared.ticketType(row.ticketType, () => row.ticketType),
    splitType: shared.splitType(row.splitType, () => row.splitType),
    quantityLimit: row.quantityLimit,
    multipleSaleUnit: row.multipleSaleUnit,
    unsold: row.unsold,
    available: row.unsold - sumOf(holds),
    price: amount(row.priceMinor),
    faceValue: row.faceValueMinor === null ? null : amount(row.faceValueMinor),
    inHandDate: text(row.inHandDate),
    instantDownload: row.instantDownload,
    hospitality: row.hospitality,
    attendeeDeliveryDetailsRequired: row.deliveryDetails,
    attendeeIdentificationDetailsRequired: row.identificationDetails,
    notes: shared.notes(JSON.stringify(row.notes), () => row.notes),
    seller: shared.seller(row.sellerId, () => ({ id: row.sellerId, name: row.seller })),
    createdMs: row.createdAt.getTime(),
    version: row.version,
  }
  return { listing, holds }
}

/** The versions of an event's listings that are not withdrawn. */
export async function readVersions(db: Reader, eventId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'version'])
    .where('event_id', '=', eventId)
    .where('status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The events of the given listings, known ones only. */
export async function findEventsOfListings(db: Reader, listingIds: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('listings')
    .select('event_id')
    .distinct()
    .where('id', 'in', listingIds)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => row.event_id)
}

interface FilterIds {
  'team_id[]': readonly number[]
  'category_name[]': readonly number[]
  'broker_id[]': readonly string[]
}

/** Those of the ids that name no performer, no seating category, and no team that ever had a listing. */
export async function findUnknownIds(db: Reader, ids: FilterIds): Promise<Record<keyof FilterIds, string[]>> {
  const { rows } = await sql<Record<keyof FilterIds, string[]>>`
    select
      array(select id from unnest(${ids['team_id[]']}::integer[]) id
        where not exists (select from performers p where p.id = id.id)) as "team_id[]",
      array(select id from unnest(${ids['category_name[]']}::integer[]) id
        where not exists (select from seating_categories c where c.id = id.id)) as "category_name[]",
      array(select id from unnest(${ids['broker_id[]']}::text[]) id
        where not exists (select from listings l where l.seller_team_id = id.id)) as "broker_id[]"`.execute(
    db,
  )
  return rows[0] ?? { 'team_id[]': [], 'category_name[]': [], 'broker_id[]': [] }
}
