import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireTicket } from './tickets.ts'
import { wireMoney } from './wire-money.ts'

/** Line states as the wire spells them (spec §4; product.md §10). */
export const wireOrderLineStatus = z.enum(['Confirmed', 'Fullfilled', 'Cancelled'])

/** When the tickets of a line are to be with the buyer (spec §9). */
export const wireDelivery = z.object({
  /**
   * `after_in_hand`: usually within 48 hours of the in-hand date, or of the purchase where that is later. `before_event`: they
   * may arrive up to 2 hours before the event, since they were bought within 48 hours of it or are in hand only then.
   */
  rule: z.enum(['after_in_hand', 'before_event']),
  /** Its day is told as the venue has it; see `event.timezone`. */
  expected_by: z.iso.datetime(),
})

/** Tickets of one listing in an order, as they were when they were bought. */
export const wireOrderLine = z.object({
  id: z.string(),
  status: wireOrderLineStatus,
  seller: z.object({ id: z.string(), name: z.string() }),
  event: z.object({
    id: z.int(),
    title: z.string(),
    slug: z.string(),
    event_date_local: z.string(),
    timezone: z.string(),
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
  delivery: wireDelivery,
  quantity: z.int(),
  /** Per ticket, as held. */
  price: wireMoney,
  service_fee: wireMoney,
  /** Quantity × (price + fee). */
  line_total: wireMoney,
})
export type WireOrderLine = z.output<typeof wireOrderLine>

/** Money on its way back, or back, for a line that was cancelled. */
export const wireRefund = z.object({
  id: z.string(),
  line_id: z.string(),
  amount: wireMoney,
  /** `failed`: the card's bank refused it, and the operator pays it back by another way. */
  status: z.enum(['pending', 'succeeded', 'failed']),
  requested_at: z.iso.datetime(),
  refunded_at: z.nullable(z.iso.datetime()),
})
export type WireRefund = z.output<typeof wireRefund>

/** An order as lists and the checkout show it. */
export const wireOrder = z.object({
  id: z.string(),
  number: z.string(),
  placed_at: z.iso.datetime(),
  /** Of all its lines: `Confirmed` while anything is to be delivered, `Cancelled` where nothing else is left. */
  status: wireOrderLineStatus,
  email_address: z.string(),
  contact_number: z.string(),
  ticket_quantity: z.int(),
  total_tickets_price: wireMoney,
  total_service_fee: wireMoney,
  total: wireMoney,
  /** At most one for each line, the oldest first. */
  refunds: z.array(wireRefund),
  /** The sum of those that have not failed: what the invoice credits. All of it, with no refund, where nothing was charged. */
  total_refunded: wireMoney,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The quote that it came of. */
  quote: z.nullable(z.object({ id: z.string(), title: z.string() })),
  lines: z.array(wireOrderLine),
})
export type WireOrder = z.output<typeof wireOrder>

/** One step in the life of a line. `from` is null for the first, `who` a name that the reader may know. */
export const wireOrderTransition = z.object({
  from: z.nullable(wireOrderLineStatus),
  to: wireOrderLineStatus,
  at: z.iso.datetime(),
  who: z.string(),
  why: z.string(),
})

/** Who goes in on a ticket, as given at the checkout. */
export const wireOrderAttendee = z.object({
  /** The first ticket of the line is 1. */
  ticket: z.int().check(z.positive()),
  /** In the order in which they were asked for, named as in `attendees` of the checkout; of a document's number only its end. */
  details: z.array(z.object({ field: z.string(), value: z.string() })),
})

export type WireOrderAttendee = z.output<typeof wireOrderAttendee>

/** What may be wrong with a line. */
export const issueKinds = [
  'not_received',
  'wrong_tickets',
  'wrong_seats',
  'file_unreadable',
  'not_admitted',
  'other',
] as const

/** What somebody of the buying team has reported. */
export const wireIssueReport = z.object({
  id: z.string(),
  kind: z.enum(issueKinds),
  text: z.string(),
  reported_at: z.iso.datetime(),
  /** Of the buying team. */
  reported_by: z.string(),
})

/** What the buyer's own bank wants back of the payment. */
export const wireOrderDispute = z.object({
  id: z.string(),
  amount: wireMoney,
  /** `open`: the bank has not decided; `won`: the payment stands; `lost`: the bank has taken the money back. */
  status: z.enum(['open', 'won', 'lost']),
  opened_at: z.iso.datetime(),
})

/** A line with all that its order’s own page shows of it. */
export const wireOrderLineWhole = z.object({
  ...wireOrderLine.shape,
  history: z.array(wireOrderTransition),
  /** What was delivered so far; the line is `Fullfilled` once that is all of it. */
  tickets: z.array(wireTicket),
  attendees: z.array(wireOrderAttendee),
  reports: z.array(wireIssueReport),
})

/** An order with all that its own page shows. */
export const wireOrderWhole = z.object({
  ...wireOrder.shape,
  lines: z.array(wireOrderLineWhole),
  disputes: z.array(wireOrderDispute),
})
export type WireOrderWhole = z.output<typeof wireOrderWhole>

const dayWords = 'must be a day such as 2026-12-24'
// The database has no year 0.
const day = z.optional(
  z.iso.date({ error: dayWords }).check(z.refine((text) => !text.startsWith('0000'), dayWords)),
)

/**
 * What narrows a list of orders. Days are whole and both ends count: those of the purchase are UTC's (spec §9), those of an event
 * its venue's; an order is found by an event if any of its lines is for one.
 */
const orderFilter = {
  /** Every word must stand in the order's number, or in an event, venue, city, category or section of its lines. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
  status: z.optional(
    z.enum(wireOrderLineStatus.options, {
      error: `must be one of ${wireOrderLineStatus.options.join(', ')}`,
    }),
  ),
  placed_from: day,
  placed_to: day,
  event_from: day,
  event_to: day,
}

const isInOrder = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || from <= to
const placedInOrder = z.refine<{ placed_from?: string | undefined; placed_to?: string | undefined }>(
  ({ placed_from, placed_to }) => isInOrder(placed_from, placed_to),
  { path: ['placed_to'], error: 'must not be before placed_from' },
)
const eventInOrder = z.refine<{ event_from?: string | undefined; event_to?: string | undefined }>(
  ({ event_from, event_to }) => isInOrder(event_from, event_to),
  { path: ['event_to'], error: 'must not be before event_from' },
)

const ofOrder = z.object({ order_id: z.string().check(z.maxLength(80)) })
const pdf = z.object({ data: z.object({ filename: z.string(), base64: z.string() }) })

/** A team’s purchases (product.md §7). */
export const ordersRoutes = {
  /** The team's orders, the newest first. */
  list: defineRoute({
    name: 'orders.list',
    method: 'GET',
    path: '/{product}/orders',
    auth: 'buyer',
    query: z.strictObject({ ...pageQuery(20), ...orderFilter }).check(placedInOrder, eventInOrder),
    response: z.object({ data: z.array(wireOrder), meta: pageMeta }),
    errors: [],
  }),
  one: defineRoute({
    name: 'orders.one',
    method: 'GET',
    path: '/{product}/orders/:order_id',
    auth: 'buyer',
    params: ofOrder,
    response: z.object({ data: wireOrderWhole }),
    errors: ['order.not_found'],
  }),
  /** A row for each line of the orders that the same filter lists. No cell begins as a formula (product.md §12). */
  export: defineRoute({
    name: 'orders.export',
    method: 'GET',
    path: '/{product}/orders/export',
    auth: 'buyer',
    query: z.strictObject(orderFilter).check(placedInOrder, eventInOrder),
    response: z.object({ data: z.object({ filename: z.string(), csv: z.string() }) }),
    errors: ['order.export_too_large'],
    perMinute: 30,
  }),
  /** PDF. What was cancelled stands in it as a credit. */
  invoice: defineRoute({
    name: 'orders.invoice',
    method: 'GET',
    path: '/{product}/orders/:order_id/invoice',
    auth: 'buyer',
    params: ofOrder,
    response: pdf,
    errors: ['order.not_found'],
    perMinute: 60,
  }),
  /** PDF: what was bought, for whom it is, and when it comes. */
  summary: defineRoute({
    name: 'orders.summary',
    method: 'GET',
    path: '/{product}/orders/:order_id/summary',
    auth: 'buyer',
    params: ofOrder,
    response: pdf,
    errors: ['order.not_found'],
    perMinute: 60,
  }),
  /** Tells the operator and the seller that something is wrong with a line. */
  reportIssue: defineRoute({
    name: 'orders.report-issue',
    method: 'POST',
    path: '/{product}/order-lines/:line_id/report-issue',
    auth: 'buyer',
    params: z.object({ line_id: z.string().check(z.maxLength(80)) }),
    body: z.strictObject({
      kind: z.enum(issueKinds, { error: `must be one of ${issueKinds.join(', ')}` }),
      text: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Please say what is wrong'),
          z.maxLength(2000, 'must be at most 2000 characters'),
        ),
    }),
    response: z.object({ data: wireIssueReport }),
    errors: ['order.line_not_found', 'order.too_many_reports', 'idempotency.key_reused'],
    idempotent: true,
    perMinute: 20,
  }),
}
