import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import { money, type Money } from '@terrace/domain/money/money'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { stockOf, type Listing, type ListingState, type OpenHold } from './listing.ts'

export interface EventDetails {
  eventId: number
  venueId: number
  status: EventStatus
  startsAt: Date
  timezone: string
  performerIds: readonly number[]
}

export async function findEventDetails(db: DbOrTx, eventId: number): Promise<EventDetails | undefined> {
  const { rows } = await sql<EventDetails>`
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
  seats: number[] | null
  seatsHidden: boolean
  generalAdmission: boolean
  deliveryType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  splitQuantities: number[] | null
  shownQuantity: number | null
  unsold: number
  ownHoldQuantity: number | null
  ownHoldUntil: Date | null
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
 * Returns the active listings of an event, or those of `listingIds`, with their open holds at `asOf`. A single
 * statement, because a hold that turns into a sale between two would count in neither.
 */
export async function readStock(
  db: DbOrTx,
  { eventId, listingIds, asOf }: { eventId: number; listingIds?: readonly string[]; asOf: Date },
): Promise<ListingState[]> {
  const restrictTo = (id: string) => (listingIds ? sql`and ${sql.ref(id)} = any(${listingIds})` : sql``)
  const { rows } = await sql<StockRow>`
    with open as materialized (
      select h.listing_id, jsonb_agg(jsonb_build_object('id', h.id, 'teamId', h.team_id, 'quantity', h.quantity,
        'quoteId', h.quote_ref, 'expiresAt', h.expires_at, 'reservedUntil', h.reserved_until) order by h.expires_at, h.id) as holds
      from open_holds_for_event(${eventId}, ${asOf}) h
      where true ${restrictTo('h.listing_id')}
      group by h.listing_id
    )
    select l.id, l.category_id as "categoryId", c.name as category, l.section, l."row", l.first_seat as "firstSeat",
      l.last_seat as "lastSeat", l.seats, l.seats_hidden as "seatsHidden", l.general_admission as "generalAdmission",
      l.ticket_type as "deliveryType", l.split_type as "splitType", l.quantity_limit as "quantityLimit",
      l.multiple_sale_unit as "multipleSaleUnit", l.split_quantities as "splitQuantities",
      l.shown_quantity as "shownQuantity", l.quantity - l.sold as unsold,
      l.own_hold_quantity as "ownHoldQuantity", l.own_hold_until as "ownHoldUntil", l.price_minor as "priceMinor", l.currency,
      l.face_value_minor as "faceValueMinor", l.in_hand_date as "inHandDate", l.instant_download as "instantDownload",
      l.hospitality, l.attendee_delivery_details_required as "deliveryDetails",
      l.attendee_identification_details_required as "identificationDetails", l.notes,
      l.seller_team_id as "sellerId", t.name as seller, l.created_at as "createdAt", l.version, o.holds
    from listings l
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    left join open o on o.listing_id = l.id
    where l.event_id = ${eventId} and l.status = 'active' ${restrictTo('l.id')}`.execute(db)
  const interned = createInterner()
  return rows.map((row) => stateOf(eventId, row, { interned, asOf }))
}

/** Shares equal values between the listings of an event to save memory, since snapshots are long-lived. */
function createInterner() {
  return {
    text: internByKey<string>(),
    deliveryType: internByKey<DeliveryType>(),
    splitType: internByKey<SplitType>(),
    category: internByKey<Listing['category']>(),
    seller: internByKey<Listing['seller']>(),
    notes: internByKey<ListingNote[]>(),
    money: internByKey<Money>(),
  }
}

function internByKey<Value>(): (key: string | number, make: () => Value) => Value {
  const cache = new Map<string | number, Value>()
  return (key, make) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const created = make()
    cache.set(key, created)
    return created
  }
}

function stateOf(
  eventId: number,
  row: StockRow,
  { interned, asOf }: { interned: ReturnType<typeof createInterner>; asOf: Date },
): ListingState {
  const text = (value: string) => interned.text(value, () => value)
  const amount = (minor: number) =>
    interned.money(`${minor} ${row.currency}`, () => money(minor, text(row.currency)))
  const holds = (row.holds ?? []).map(({ expiresAt, reservedUntil, ...hold }) => ({
    ...hold,
    listingId: row.id,
    expiresAt: new Date(expiresAt),
    reservedUntil: new Date(reservedUntil),
  }))
  const ownHold =
    row.ownHoldQuantity === null || row.ownHoldUntil === null
      ? null
      : { quantity: row.ownHoldQuantity, untilMs: row.ownHoldUntil.getTime() }
  const listing: Listing = {
    id: row.id,
    eventId,
    category: interned.category(row.categoryId, () => ({ id: row.categoryId, name: row.category })),
    section: text(row.section),
    row: text(row.row),
    firstSeat: row.firstSeat,
    lastSeat: row.lastSeat,
    seats: row.seats,
    seatsHidden: row.seatsHidden,
    generalAdmission: row.generalAdmission,
    deliveryType: interned.deliveryType(row.deliveryType, () => row.deliveryType),
    splitType: interned.splitType(row.splitType, () => row.splitType),
    quantityLimit: row.quantityLimit,
    multipleSaleUnit: row.multipleSaleUnit,
    splitQuantities: row.splitQuantities,
    shownQuantity: row.shownQuantity,
    unsold: row.unsold,
    ownHold,
    ...stockOf({ ...row, ownHold }, holds, asOf.getTime()),
    price: amount(row.priceMinor),
    faceValue: row.faceValueMinor === null ? null : amount(row.faceValueMinor),
    inHandDate: text(row.inHandDate),
    instantDownload: row.instantDownload,
    hospitality: row.hospitality,
    attendeeDeliveryDetailsRequired: row.deliveryDetails,
    attendeeIdentificationDetailsRequired: row.identificationDetails,
    notes: interned.notes(JSON.stringify(row.notes), () => row.notes),
    seller: interned.seller(row.sellerId, () => ({ id: row.sellerId, name: row.seller })),
    publishedMs: row.createdAt.getTime(),
    version: row.version,
  }
  return { listing, holds }
}

/** Returns the versions of the event's active listings. */
export async function readVersions(db: DbOrTx, eventId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'version'])
    .where('event_id', '=', eventId)
    .where('status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

export async function findEventsOfListings(db: DbOrTx, listingIds: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('listings')
    .select('event_id')
    .distinct()
    .where('id', 'in', listingIds)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => row.event_id)
}

/** Returns the sections of all listings of these events, withdrawn ones included. */
export async function findListedSections(db: DbOrTx, eventIds: readonly number[]): Promise<string[]> {
  // One part per partial index.
  const { rows } = await sql<{ section: string }>`
    select section from listings where event_id = any(${eventIds}::integer[]) and status = 'active'
    union select section from listings where event_id = any(${eventIds}::integer[]) and status = 'withdrawn'`.execute(
    db,
  )
  return rows.map(({ section }) => section)
}

interface FilterIds {
  performers: readonly number[]
  categories: readonly number[]
  sellers: readonly string[]
}

/** Returns the ids without a performer, a seating category or a team with listings. */
export async function findUnknownIds(db: DbOrTx, ids: FilterIds): Promise<Record<keyof FilterIds, string[]>> {
  const { rows } = await sql<Record<keyof FilterIds, string[]>>`
    select
      array(select id from unnest(${ids.performers}::integer[]) id
        where not exists (select from performers p where p.id = id.id)) as performers,
      array(select id from unnest(${ids.categories}::integer[]) id
        where not exists (select from seating_categories c where c.id = id.id)) as categories,
      array(select id from unnest(${ids.sellers}::text[]) id
        where not exists (select from listings l where l.seller_team_id = id.id)) as sellers`.execute(db)
  return rows[0] ?? { performers: [], categories: [], sellers: [] }
}
