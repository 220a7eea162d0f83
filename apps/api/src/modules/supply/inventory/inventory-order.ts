import type { InventoryQuery } from '@terrace/contracts/inventory'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { sql, type RawBuilder } from 'kysely'
import { inventoryStatus } from './inventory-filter.ts'

export type InventoryOrder = Pick<InventoryQuery, 'order_by' | 'sort_order' | 'group_by'>

/** Columns that compare a listing with those of other sellers. */
export const marketOrders: ReadonlySet<string> = new Set(['lowest', 'rank'])

const natural = (text: RawBuilder<unknown>) => sql`${text} collate natural_order`

/** Aliases as in `inventorySource`; `market` is a row of comparable_prices. */
const sortKeys: Readonly<Record<InventoryQuery['order_by'], RawBuilder<unknown>>> = {
  event: sql`e.starts_at`,
  category: sql`(select c.rank from seating_categories c where c.id = l.category_id)`,
  section: natural(sql`l.section`),
  row: natural(sql`nullif(l."row", '')`),
  seats: sql`l.first_seat`,
  quantity: sql`l.quantity`,
  sold: sql`l.sold`,
  held: sql`coalesce(held.tickets, 0)`,
  shown_quantity: sql`l.shown_quantity`,
  split: sql`array_position(${[...splitTypes]}::text[], l.split_type)`,
  cost: sql`l.cost_minor`,
  floor: sql`l.floor_minor`,
  price: sql`l.price_minor`,
  // The deducted fee is the same for all listings.
  proceeds: sql`l.price_minor`,
  margin: sql`l.price_minor - l.cost_minor`,
  face_value: sql`l.face_value_minor`,
  lowest: sql`market.lowest_minor`,
  rank: sql`market.rank`,
  in_hand_date: sql`l.in_hand_date`,
  delivery: sql`array_position(${[...deliveryTypes]}::text[], l.ticket_type)`,
  status: sql`array_position(array['published', 'unpublished', 'sold_out'], ${inventoryStatus})`,
  external_id: natural(sql`l.external_id`),
  tags: sql`nullif(array_to_string(l.tags, ' '), '')`,
  created_at: sql`l.created_at`,
  updated_at: sql`l.updated_at`,
}

export function sortKeyOf({ order_by: by }: InventoryOrder): RawBuilder<unknown> {
  return sortKeys[by]
}

/** The order of rows with the columns `key`, `starts_at`, `event_id`, `section`, `row` and `id`. */
export function orderOf({ sort_order: direction, group_by: group }: InventoryOrder): RawBuilder<unknown> {
  const byEvent = sql`starts_at, event_id`
  const byKey = sql`key ${sql.raw(direction)} nulls last`
  const first = group === 'event' ? [byEvent, byKey] : [byKey, byEvent]
  return sql`${sql.join(first)}, section collate natural_order, "row" collate natural_order, id`
}
