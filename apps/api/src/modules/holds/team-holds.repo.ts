import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { money, type Money } from '@terrace/domain/money/money'
import { allowsRelease, type SplitType } from '@terrace/domain/tickets/split-rules'
import { compareTicketLocations } from '@terrace/domain/tickets/ticket-order'
import { sql } from 'kysely'
import { holdEndedUnsold, holdIsCurrent } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { HoldCooldown } from './holds.repo.ts'

export interface TeamHold {
  id: string
  listingId: string
  quantity: number
  state: 'active' | 'paying'
  price: Money
  /** `null` if the seller's currency is the buyer's. */
  conversion: { originalPrice: Money; rate: string; rateDate: string } | null
  feeBp: number
  placedAt: Date
  /** Incremented by every change that calendars show. */
  revision: number
  expiresAt: Date
  /** The part that is released unless someone undoes it; `null` without one. */
  releasing: { quantity: number; at: Date } | null
  quoteId: string | null
  internalNote: string | null
  quote: { title: string; clientName: string | null } | null
  /** The account that placed the hold; `name` is `null` if it no longer exists. */
  heldBy: { accountId: string; name: string | null }
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
    firstSeat: number | null
    lastSeat: number | null
    /** Every seat, unless they are adjacent. */
    seats: number[] | null
    deliveryType: DeliveryType
    inHandDate: string
    instantDownload: boolean
    attendeeDeliveryDetailsRequired: boolean
    attendeeIdentificationDetailsRequired: boolean
    sellerName: string
  }
  /** Earlier holds of the listing by the team that ended unsold and count towards the cool-down; this one will too. */
  earlierHolds: number
  /** Quantities the team may release now; empty while the hold is being paid for. */
  releasable: number[]
}

interface Row {
  id: string
  listing_id: string
  quantity: number
  state: 'active' | 'paying'
  ticket_price_minor: number
  buyer_currency: string
  seller_price_minor: number
  seller_currency: string
  /** Without trailing zeros. */
  rate: string
  rate_date: string | null
  fee_bp: number
  created_at: Date
  revision: number
  expires_at: Date
  release_at: Date | null
  release_quantity: number | null
  quote_ref: string | null
  internal_note: string | null
  quote_title: string | null
  client_name: string | null
  holder_id: string
  holder_name: string | null
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
  first_seat: number | null
  last_seat: number | null
  seats: number[] | null
  ticket_type: DeliveryType
  in_hand_date: string
  instant_download: boolean
  attendee_delivery_details_required: boolean
  attendee_identification_details_required: boolean
  seller_name: string
  split_type: SplitType
  quantity_limit: number | null
  multiple_sale_unit: number | null
  split_quantities: number[] | null
  free: number
  earlier_holds: number
}

/** Returns the team's current holds, ordered by expiry, then by event, section and row. */
export async function readTeamHolds(
  db: DbOrTx,
  teamId: string,
  cooldown: HoldCooldown | null = null,
): Promise<TeamHold[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select * from holds h where h.team_id = ${teamId}
        and ${holdIsCurrent('h')}
    )
    select h.id, h.listing_id, h.quantity, h.state, h.ticket_price_minor, h.buyer_currency, h.seller_price_minor,
      h.seller_currency, trim_scale(h.rate)::text as rate, h.rate_date, h.fee_bp,
      h.created_at, h.revision, h.expires_at, h.release_at, h.release_quantity, h.quote_ref, h.internal_note,
      q.title as quote_title, q.client_name, h.created_by as holder_id, a.full_name as holder_name,
      e.id as event_id, e.title as event_title, e.slug as event_slug,
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as local_at, e.timezone, e.time_confirmed,
      v.name as venue_name, v.city, c.name as category_name, l.section, l."row",
      case when not l.seats_hidden then l.first_seat end as first_seat,
      case when not l.seats_hidden then l.last_seat end as last_seat,
      case when not l.seats_hidden then l.seats end as seats, l.ticket_type, l.in_hand_date,
      l.instant_download, l.attendee_delivery_details_required, l.attendee_identification_details_required,
      t.name as seller_name, l.split_type, l.quantity_limit, l.multiple_sale_unit, l.split_quantities,
      stock.free, earlier.holds as earlier_holds
    from mine h
    join listings l on l.id = h.listing_id
    join listing_stock((select coalesce(array_agg(listing_id), '{}') from mine), clock_timestamp()) stock
      on stock.listing_id = l.id
    join events e on e.id = h.event_id
    join venues v on v.id = e.venue_id
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    cross join lateral (
      select count(*)::int as holds from holds e
      where ${cooldown !== null} and e.listing_id = h.listing_id and e.team_id = h.team_id
        and e.created_at > clock_timestamp() - make_interval(mins => ${cooldown?.windowMinutes ?? 0}::integer)
        and e.counts_towards_cooldown and ${holdEndedUnsold('e')}
    ) earlier
    left join accounts a on a.id = h.created_by
    left join quotes q on q.id = h.quote_ref and q.team_id = h.team_id
    order by h.id`.execute(db)
  return rows.map(toTeamHold).toSorted(byExpiryAndLocation)
}

/** Returns the ids of the team's holds that ended without a sale. */
export async function findHoldsEndedUnsold(
  db: DbOrTx,
  teamId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from holds h where h.id = any(${ids}) and h.team_id = ${teamId}
      and ${holdEndedUnsold('h')}
    order by h.id`.execute(db)
  return rows.map(({ id }) => id)
}

function byExpiryAndLocation(left: TeamHold, right: TeamHold): number {
  return (
    left.expiresAt.getTime() - right.expiresAt.getTime() ||
    compareTicketLocations(locationOf(left), locationOf(right))
  )
}

const locationOf = ({ event, listing }: TeamHold) => ({
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
    price: money(row.ticket_price_minor, row.buyer_currency),
    conversion:
      row.rate_date === null || row.seller_currency === row.buyer_currency
        ? null
        : {
            originalPrice: money(row.seller_price_minor, row.seller_currency),
            rate: row.rate,
            rateDate: row.rate_date,
          },
    feeBp: row.fee_bp,
    placedAt: row.created_at,
    revision: row.revision,
    expiresAt: row.expires_at,
    releasing:
      row.release_at === null || row.release_quantity === null
        ? null
        : { quantity: row.release_quantity, at: row.release_at },
    quoteId: row.quote_ref,
    internalNote: row.internal_note,
    quote: row.quote_title === null ? null : { title: row.quote_title, clientName: row.client_name },
    heldBy: { accountId: row.holder_id, name: row.holder_name },
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
      firstSeat: row.first_seat,
      lastSeat: row.last_seat,
      seats: row.seats,
      deliveryType: row.ticket_type,
      inHandDate: row.in_hand_date,
      instantDownload: row.instant_download,
      attendeeDeliveryDetailsRequired: row.attendee_delivery_details_required,
      attendeeIdentificationDetailsRequired: row.attendee_identification_details_required,
      sellerName: row.seller_name,
    },
    earlierHolds: row.earlier_holds,
    releasable: row.state === 'paying' ? [] : releasableParts(row),
  }
}

function releasableParts(row: Row): number[] {
  const rule = {
    splitType: row.split_type,
    free: row.free,
    limit: row.quantity_limit,
    unit: row.multiple_sale_unit,
    quantities: row.split_quantities,
    held: row.quantity,
  }
  return Array.from({ length: row.quantity }, (_, index) => index + 1).filter((release) =>
    allowsRelease({ ...rule, release }),
  )
}
