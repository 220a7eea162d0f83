import { isOnSale } from '@terrace/domain/event-status'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { Listing, OpenHold } from './listing.ts'

export interface EventOnSale {
  startsAt: Date
  timezone: string
  /** Whether it can be sold at all. */
  onSale: boolean
  performerIds: number[]
}

/** What the book of an event must know of it; undefined where there is none. */
export async function findEventOnSale(
  db: Reader,
  eventId: number,
  now: Date,
): Promise<EventOnSale | undefined> {
  const row = await db
    .selectFrom('events')
    .select((query) => [
      'starts_at as startsAt',
      'timezone',
      'status',
      query
        .selectFrom('event_performers')
        .select(sql<number[]>`coalesce(array_agg(performer_id), '{}')`.as('ids'))
        .where('event_id', '=', eventId)
        .as('performerIds'),
    ])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!row) return undefined
  const { startsAt, timezone, performerIds } = row
  return { startsAt, timezone, onSale: isOnSale(row, now), performerIds: performerIds ?? [] }
}

/** The event's listings that are not withdrawn, with their availability at `asOf`, cheapest first. */
export async function readListingsOfEvent(db: Reader, eventId: number, asOf: Date): Promise<Listing[]> {
  const rows = await db
    .with('ids', (query) =>
      query
        .selectFrom('listings')
        .select(sql<string[]>`coalesce(array_agg(id), '{}')`.as('all'))
        .where('event_id', '=', eventId)
        .where('status', '=', 'active'),
    )
    .selectFrom('listings')
    .innerJoin(
      sql<{
        listing_id: string
        available: number
      }>`listing_availability((select "all" from ids), ${asOf})`.as('free'),
      'free.listing_id',
      'listings.id',
    )
    .innerJoin('seating_categories', 'seating_categories.id', 'listings.category_id')
    .innerJoin('teams', 'teams.id', 'listings.seller_team_id')
    .selectAll('listings')
    .select(['free.available', 'seating_categories.name as category_name', 'teams.name as seller_name'])
    .orderBy('listings.price_minor')
    .orderBy('listings.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    category: { id: row.category_id, name: row.category_name },
    section: row.section,
    row: row.row,
    firstSeat: row.first_seat,
    lastSeat: row.last_seat,
    seatsHidden: row.seats_hidden,
    generalAdmission: row.general_admission,
    ticketType: row.ticket_type,
    splitType: row.split_type,
    quantityLimit: row.quantity_limit,
    multipleSaleUnit: row.multiple_sale_unit,
    available: row.available,
    price: money(row.price_minor, row.currency),
    faceValue: row.face_value_minor === null ? null : money(row.face_value_minor, row.currency),
    inHandDate: row.in_hand_date,
    instantDownload: row.instant_download,
    hospitality: row.hospitality,
    attendeeDeliveryDetailsRequired: row.attendee_delivery_details_required,
    attendeeIdentificationDetailsRequired: row.attendee_identification_details_required,
    notes: row.notes,
    seller: { id: row.seller_team_id, name: row.seller_name },
    createdAt: row.created_at,
    version: row.version,
  }))
}

/** The unexpired holds on the event's listings, of all teams. */
export async function readOpenHoldsOfEvent(db: Reader, eventId: number, asOf: Date): Promise<OpenHold[]> {
  const { rows } = await sql<OpenHold>`
    select id, listing_id as "listingId", team_id as "teamId", quantity, expires_at as "expiresAt",
      reserved_until as "reservedUntil"
    from open_holds_of_event(${eventId}, ${asOf})
    order by expires_at, id`.execute(db)
  return rows
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
