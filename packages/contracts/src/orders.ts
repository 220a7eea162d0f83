import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** Line states as the wire spells them (spec §4; product.md §10). */
export const wireOrderLineStatus = z.enum(['Confirmed', 'Fullfilled', 'Cancelled'])

export const wireOrderLine = z.object({
  id: z.string(),
  status: wireOrderLineStatus,
  seller: z.object({ id: z.string(), name: z.string() }),
  event: z.object({
    id: z.int(),
    title: z.string(),
    slug: z.string(),
    event_date_local: z.string(),
    time_confirmed: z.boolean(),
    venue_name: z.string(),
    city: z.string(),
  }),
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  first_seat: z.nullable(z.int()),
  last_seat: z.nullable(z.int()),
  ticket_type: z.string(),
  in_hand_date: z.string(),
  quantity: z.int(),
  /** Per ticket, as held. */
  price: wireMoney,
  service_fee: wireMoney,
  /** Quantity × (price + fee). */
  line_total: wireMoney,
})

export const wireOrder = z.object({
  id: z.string(),
  number: z.string(),
  placed_at: z.iso.datetime(),
  status: wireOrderLineStatus,
  email_address: z.string(),
  contact_number: z.string(),
  ticket_quantity: z.int(),
  total_tickets_price: wireMoney,
  total_service_fee: wireMoney,
  total: wireMoney,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  lines: z.array(wireOrderLine),
})
export type WireOrder = z.output<typeof wireOrder>

export const ordersRoutes = {
  list: defineRoute({
    name: 'orders.list',
    method: 'GET',
    path: '/{product}/orders',
    auth: 'buyer',
    query: z.strictObject(pageQuery(20)),
    response: z.object({ data: z.array(wireOrder), meta: pageMeta }),
    errors: [],
  }),
  one: defineRoute({
    name: 'orders.one',
    method: 'GET',
    path: '/{product}/orders/:order_id',
    auth: 'buyer',
    params: z.object({ order_id: z.string().check(z.maxLength(80)) }),
    response: z.object({ data: wireOrder }),
    errors: ['order.not_found'],
  }),
}
