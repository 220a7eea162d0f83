import { maxComparedListings } from '@terrace/contracts/inventory'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { pastSalesOfListing } from '../market/past-sales.repo.ts'
import { heldByListing, inventorySource, type InventorySelection } from './inventory-filter.ts'
import { marketOrders, orderOf, sortKeyOf, type InventoryOrder } from './inventory-order.ts'

/** A listing with its event, holds and market, as its own team sees it. */
export interface InventoryRow {
  id: string
  externalId: string | null
  eventId: number
  eventTitle: string
  eventSlug: string
  eventStatus: EventStatus
  startsAt: Date
  localAt: string
  timezone: string
  timeConfirmed: boolean
  venueName: string
  city: string
  categoryId: number
  category: string
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  seats: number[] | null
  seatsHidden: boolean
  generalAdmission: boolean
  quantity: number
  sold: number
  held: number
  shownQuantity: number | null
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  splitQuantities: number[] | null
  currency: string
  priceMinor: number
  costMinor: number | null
  floorMinor: number | null
  faceValueMinor: number | null
  inHandDate: string
  inHandDaysBefore: number | null
  ownHoldQuantity: number | null
  ownHoldUntil: Date | null
  ownHoldNote: string | null
  isInHand: boolean
  deliveryType: DeliveryType
  instantDownload: boolean
  hospitality: boolean
  deliveryDetails: boolean
  identificationDetails: boolean
  notes: ListingNote[]
  internalNotes: string | null
  tags: string[]
  status: 'active' | 'withdrawn'
  revision: number
  createdAt: Date
  updatedAt: Date
  lowestMinor: number | null
  rank: number | null
  compared: number | null
  pastMedianMinor: number | null
  pastSales: number | null
}

export type InventoryEvent = Pick<
  InventoryRow,
  | 'eventId'
  | 'eventTitle'
  | 'eventSlug'
  | 'eventStatus'
  | 'startsAt'
  | 'localAt'
  | 'timezone'
  | 'timeConfirmed'
  | 'venueName'
  | 'city'
>

/** Returns the team's listings with these ids, in their order. Others are left out. */
export async function readInventoryRows(
  db: DbOrTx,
  { teamId, ids, now }: { teamId: string; ids: readonly string[]; now: Date },
): Promise<InventoryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<InventoryRow>`
    select l.id, l.external_id as "externalId", l.event_id as "eventId", e.title as "eventTitle", e.slug as "eventSlug",
      e.status as "eventStatus", e.starts_at as "startsAt", to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
      e.timezone, e.time_confirmed as "timeConfirmed", v.name as "venueName", v.city, l.category_id as "categoryId",
      c.name as category, l.section, l."row", l.first_seat as "firstSeat", l.last_seat as "lastSeat", l.seats,
      l.seats_hidden as "seatsHidden", l.general_admission as "generalAdmission", l.quantity, l.sold,
      coalesce(held.tickets, 0) as held, l.shown_quantity as "shownQuantity", l.split_type as "splitType",
      l.quantity_limit as "quantityLimit", l.multiple_sale_unit as "multipleSaleUnit",
      l.split_quantities as "splitQuantities", l.currency, l.price_minor as "priceMinor", l.cost_minor as "costMinor",
      l.floor_minor as "floorMinor", l.face_value_minor as "faceValueMinor", l.in_hand_date as "inHandDate",
      l.in_hand_days_before as "inHandDaysBefore", l.own_hold_quantity as "ownHoldQuantity",
      l.own_hold_until as "ownHoldUntil", l.own_hold_note as "ownHoldNote",
      l.in_hand_date <= (${now}::timestamptz at time zone e.timezone)::date as "isInHand",
      l.ticket_type as "deliveryType", l.instant_download as "instantDownload", l.hospitality,
      l.attendee_delivery_details_required as "deliveryDetails",
      l.attendee_identification_details_required as "identificationDetails", l.notes,
      l.internal_notes as "internalNotes", l.tags, l.status, l.revision, l.created_at as "createdAt",
      l.updated_at as "updatedAt", market.lowest_minor as "lowestMinor", market.rank, market.compared,
      past.median_minor as "pastMedianMinor", past.sales as "pastSales"
    from unnest(${ids}::text[]) with ordinality as asked (id, place)
    join listings l on l.id = asked.id
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    join seating_categories c on c.id = l.category_id
    left join (${heldByListing(now)}) held on held.listing_id = l.id
    left join comparable_prices(${ids}, ${now}) market on market.listing_id = l.id
    left join lateral (${pastSalesOfListing(now)}) past on true
    where l.seller_team_id = ${teamId}
    order by asked.place`.execute(db)
  return rows
}

/** Whether the result depends on the market of every filtered listing. */
function comparesAll({ filter }: InventorySelection, order?: InventoryOrder): boolean {
  return filter.market !== undefined || (order !== undefined && marketOrders.has(order.order_by))
}

/**
 * The number of listings that would have to be compared with others, if that is too many for this filter and order;
 * otherwise `undefined`.
 */
export async function countTooMany(
  db: DbOrTx,
  selection: InventorySelection,
  order?: InventoryOrder,
): Promise<number | undefined> {
  if (!comparesAll(selection, order)) return undefined
  const total = await countListings(db, selection)
  return total > maxComparedListings ? total : undefined
}

/** Without regard to the filter `market`. */
async function countListings(db: DbOrTx, selection: InventorySelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${inventorySource(selection)}`.execute(db)
  return rows[0]?.total ?? 0
}

const marketConditions = {
  lowest: sql`market.rank = 1 and market.compared > 1`,
  not_lowest: sql`market.rank > 1`,
  alone: sql`market.rank = 1 and market.compared = 1`,
} as const

/**
 * The filtered listings as a query with the columns `id`, `key` (what `order` sorts by), `starts_at`, `event_id`, `section`
 * and `row`.
 */
export function matchedListings(selection: InventorySelection, order: InventoryOrder): RawBuilder<unknown> {
  const columns = sql`l.id, ${sortKeyOf(order)} as key, e.starts_at, l.event_id, l.section, l."row"`
  if (!comparesAll(selection, order)) return sql`select ${columns} from ${inventorySource(selection)}`
  const { market } = selection.filter
  return sql`
    select ${columns}
    from comparable_prices(array(select l.id from ${inventorySource(selection)}), ${selection.now}) market
    join listings l on l.id = market.listing_id
    join events e on e.id = l.event_id
    left join (${heldByListing(selection.now)}) held on held.listing_id = l.id
    where ${market === undefined ? sql`true` : marketConditions[market]}
    ${
      market === undefined
        ? sql`union all select l.id, null, e.starts_at, l.event_id, l.section, l."row"
            from ${inventorySource(selection)}
              and (l.sold >= l.quantity or event_blocker(e.status, e.starts_at, ${selection.now}) is not null)`
        : sql``
    }`
}

interface PageWanted {
  order: InventoryOrder
  page: number
  perPage: number
}

/** Returns the ids of one page, and how many listings there are. */
export async function findInventoryPage(
  db: DbOrTx,
  selection: InventorySelection,
  { order, page, perPage }: PageWanted,
): Promise<{ ids: string[]; total: number }> {
  if (order.group_by === 'event' && !comparesAll(selection, order))
    return findGroupedPage(db, selection, { order, page, perPage })
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with matched as materialized (${matchedListings(selection, order)})
    select (select count(*)::integer from matched) as total,
      array(select id from matched order by ${orderOf(order)}
        limit ${perPage} offset ${(page - 1) * perPage}) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Like {@link findInventoryPage} for listings by event: counts those of each event, and sorts only the events of the page. */
async function findGroupedPage(
  db: DbOrTx,
  selection: InventorySelection,
  { order, page, perPage }: PageWanted,
): Promise<{ ids: string[]; total: number }> {
  const offset = (page - 1) * perPage
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with counted as materialized (
      select l.event_id, e.starts_at, count(*) as listings from ${inventorySource(selection)}
      group by l.event_id, e.starts_at
    ), placed as (
      select event_id, listings, sum(listings) over (order by starts_at, event_id) - listings as before from counted
    ), shown as materialized (
      select event_id, before from placed where before < ${offset + perPage} and before + listings > ${offset}
    )
    select (select coalesce(sum(listings), 0)::integer from counted) as total,
      array(
        select id from (
          select l.id, ${sortKeyOf(order)} as key, e.starts_at, l.event_id, l.section, l."row"
          from ${inventorySource(selection)} and l.event_id = any(array(select event_id from shown))
        ) matched
        order by ${orderOf(order)}
        limit ${perPage} offset greatest(0, ${offset} - coalesce((select min(before) from shown), 0))
      ) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}
