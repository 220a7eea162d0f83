import type { DeliveryType } from '@terrace/domain/delivery-types'
import { money, type Money } from '@terrace/domain/money'
import { canReleasePart, type SplitType } from '@terrace/domain/split-options'
import { byPlace } from '@terrace/domain/ticket-order'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** A hold as a team's basket shows it. */
export interface TeamHold {
  id: string
  listingId: string
  quantity: number
  state: 'active' | 'paying'
  price: Money
  feeBp: number
  expiresAt: Date
  /** The quote that it is held for. */
  quoteRef: string | null
  event: {
    id: number
    title: string
    slug: string
    localAt: string
    timeZone: string
    timeConfirmed: boolean
    venueName: string
    city: string
  }
  listing: {
    categoryName: string
    section: string
    row: string
    ticketType: DeliveryType
    inHandDate: string
    instantDownload: boolean
    attendeeDeliveryDetailsRequired: boolean
    attendeeIdentificationDetailsRequired: boolean
    sellerName: string
  }
  /** Quantities that may be given back now; none while it is being paid for. */
  releasable: number[]
}

interface Row {
  id: string
  listing_id: string
  quantity: number
  state: 'active' | 'paying'
  buyer_minor: number
  buyer_currency: string
  fee_bp: number
  expires_at: Date
  quote_ref: string | null
  event_id: number
  event_title: string
  event_slug: string
  local_at: string
  timezone: string
  time_confirmed: boolean
  venue_name: string
  city: string
  category_name: string
  section: string
  row: string
  ticket_type: DeliveryType
  in_hand_date: string
  instant_download: boolean
  attendee_delivery_details_required: boolean
  attendee_identification_details_required: boolean
  seller_name: string
  split_type: SplitType
  quantity_limit: number | null
  multiple_sale_unit: number | null
  available: number
}

/**
 * What the team holds now, the first to end first, and what ends together by its place: what is being paid for, and what has
 * not lapsed.
 */
export async function readTeamHolds(db: Reader, teamId: string): Promise<TeamHold[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select * from holds h where h.team_id = ${teamId}
        and (h.state = 'paying' or (h.state = 'active' and h.reserved_until > clock_timestamp()))
    )
    select h.id, h.listing_id, h.quantity, h.state, h.buyer_minor, h.buyer_currency, h.fee_bp, h.expires_at,
      h.quote_ref,
      e.id as event_id, e.title as event_title, e.slug as event_slug,
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as local_at, v.timezone, e.time_confirmed,
      v.name as venue_name, v.city, c.name as category_name, l.section, l."row", l.ticket_type, l.in_hand_date,
      l.instant_download, l.attendee_delivery_details_required, l.attendee_identification_details_required,
      t.name as seller_name, l.split_type, l.quantity_limit, l.multiple_sale_unit, free.available
    from mine h
    join listings l on l.id = h.listing_id
    join listing_availability((select coalesce(array_agg(listing_id), '{}') from mine), clock_timestamp()) free
      on free.listing_id = l.id
    join events e on e.id = h.event_id
    join venues v on v.id = e.venue_id
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    order by h.id`.execute(db)
  return rows.map(toTeamHold).toSorted(byEndAndPlace)
}

/** Those of the ids that are the team's and over: neither open nor sold. */
export async function findLapsedHolds(db: Reader, teamId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from holds h where h.id = any(${ids}) and h.team_id = ${teamId}
      and (h.state = 'released' or (h.state = 'active' and h.reserved_until <= clock_timestamp()))
    order by h.id`.execute(db)
  return rows.map(({ id }) => id)
}

function byEndAndPlace(left: TeamHold, right: TeamHold): number {
  return left.expiresAt.getTime() - right.expiresAt.getTime() || byPlace(placeOf(left), placeOf(right))
}

const placeOf = ({ event, listing }: TeamHold) => ({
  eventLocalAt: event.localAt,
  eventTitle: event.title,
  section: listing.section,
  row: listing.row,
})

function toTeamHold(row: Row): TeamHold {
  return {
    id: row.id,
    listingId: row.listing_id,
    quantity: row.quantity,
    state: row.state,
    price: money(row.buyer_minor, row.buyer_currency),
    feeBp: row.fee_bp,
    expiresAt: row.expires_at,
    quoteRef: row.quote_ref,
    event: {
      id: row.event_id,
      title: row.event_title,
      slug: row.event_slug,
      localAt: row.local_at,
      timeZone: row.timezone,
      timeConfirmed: row.time_confirmed,
      venueName: row.venue_name,
      city: row.city,
    },
    listing: {
      categoryName: row.category_name,
      section: row.section,
      row: row.row,
      ticketType: row.ticket_type,
      inHandDate: row.in_hand_date,
      instantDownload: row.instant_download,
      attendeeDeliveryDetailsRequired: row.attendee_delivery_details_required,
      attendeeIdentificationDetailsRequired: row.attendee_identification_details_required,
      sellerName: row.seller_name,
    },
    releasable: row.state === 'paying' ? [] : releasableParts(row),
  }
}

function releasableParts(row: Row): number[] {
  const rule = {
    splitType: row.split_type,
    available: row.available,
    limit: row.quantity_limit,
    unit: row.multiple_sale_unit,
    held: row.quantity,
  }
  return Array.from({ length: row.quantity }, (_, index) => index + 1).filter((release) =>
    canReleasePart({ ...rule, release }),
  )
}
