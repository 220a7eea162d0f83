import { issueKinds } from '@terrace/domain/tickets/issue-kinds'
import { z } from 'zod/mini'
import { clientId } from './client-id.ts'
import { wireExchangeRates } from './exchange-rate.ts'
import { internalDetails, seenText } from './internal-details.ts'
import { wireOrder, wireOrderLine, wireOrderLineStatus } from './order-shapes.ts'
import { pageMeta, pageQuery, sortQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireTicketDelivery } from './ticket-deliveries.ts'
import { wireMoney } from './wire-money.ts'
import { shortLine, visibleTrimmed } from './visible-text.ts'

/** One status change of a line. `from` is `null` for the first; `actor_name` is a name the reader may see. */
export const wireOrderTransition = z.object({
  from: z.nullable(wireOrderLineStatus),
  to: wireOrderLineStatus,
  at: z.iso.datetime(),
  actor_name: z.string(),
  reason: z.string(),
})

/** Attendee of one ticket, as entered at checkout. */
export const wireOrderAttendee = z.object({
  /** Ticket number within the line, starting at 1. */
  ticket: z.int().check(z.positive()),
  /** In form order, named as in the checkout's `attendees`. Document numbers show their last characters only. */
  details: z.array(z.object({ field: z.string(), value: z.string() })),
})

export type WireOrderAttendee = z.output<typeof wireOrderAttendee>

export const wireIssueReport = z.object({
  id: z.string(),
  kind: z.enum(issueKinds),
  text: z.string(),
  reported_at: z.iso.datetime(),
  /** Name of a member of the buying team. */
  reported_by: z.string(),
})

/** A dispute that the buyer's bank opened on the payment. */
export const wireOrderDispute = z.object({
  id: z.string(),
  amount: wireMoney,
  /** `open`: undecided; `won`: the payment stays; `lost`: the bank has withdrawn the money. */
  status: z.enum(['open', 'won', 'lost']),
  opened_at: z.iso.datetime(),
})

/** An order line with the details of the order page. */
export const wireOrderLineDetail = z.object({
  ...wireOrderLine.shape,
  history: z.array(wireOrderTransition),
  /** Tickets delivered so far; the line is `Fullfilled` once it is complete. */
  tickets: z.array(wireTicketDelivery),
  attendees: z.array(wireOrderAttendee),
  reports: z.array(wireIssueReport),
})

/** A change of an order's internal details; `null` for no value. `actor_name`: a member of the team. */
export const wireOrderChange = z.object({
  field: z.enum(['client', 'reference', 'internal_note']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  at: z.iso.datetime(),
  actor_name: z.string(),
})
export type WireOrderChange = z.output<typeof wireOrderChange>

export const wireOrderDetail = z.object({
  ...wireOrder.shape,
  lines: z.array(wireOrderLineDetail),
  /** Changes of client, reference and internal note, oldest first. */
  changes: z.array(wireOrderChange),
  disputes: z.array(wireOrderDispute),
  /** Rates that the holds froze for prices in other currencies, oldest date first. */
  exchange_rates: wireExchangeRates,
})
export type WireOrderDetail = z.output<typeof wireOrderDetail>

const dayError = 'must be a date such as 2026-12-24'
// PostgreSQL has no year 0.
const day = z.optional(
  z.iso.date({ error: dayError }).check(z.refine((text) => !text.startsWith('0000'), dayError)),
)

export const orderDeadlines = ['late', 'two_days', 'week'] as const

/**
 * Filter of an order list. Dates are inclusive: purchase dates in UTC (spec §9), event dates in the venue's time
 * zone. An order matches if any of its lines matches.
 */
const orderFilter = {
  /**
   * Every word must occur in the order number, the team's reference or note, the client's name, or in the event, venue,
   * city, category or section of a line.
   */
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
  /** A client of the team's book. */
  client_id: z.optional(clientId),
  /**
   * `late`: the tickets should have arrived, as in `attention.read`. `two_days`, `week`: the next delivery is expected
   * within 48 hours or 7 days.
   */
  deadline: z.optional(z.enum(orderDeadlines, { error: `must be one of ${orderDeadlines.join(', ')}` })),
}

const isRangeOrdered = (from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || from <= to
const placedRangeOrdered = z.refine<{ placed_from?: string | undefined; placed_to?: string | undefined }>(
  ({ placed_from, placed_to }) => isRangeOrdered(placed_from, placed_to),
  { path: ['placed_to'], error: 'must not be before placed_from' },
)
const eventRangeOrdered = z.refine<{ event_from?: string | undefined; event_to?: string | undefined }>(
  ({ event_from, event_to }) => isRangeOrdered(event_from, event_to),
  { path: ['event_to'], error: 'must not be before event_from' },
)

const orderParams = z.object({ order_id: z.string().check(z.maxLength(80)) })
const pdf = z.object({ data: z.object({ filename: z.string(), base64: z.string() }) })

/**
 * Sort keys of orders. `deadline`: the earliest expected delivery that is outstanding; orders without one come last.
 * `total`: within each currency.
 */
export const orderSortKeys = ['placed', 'event_date', 'tickets', 'status', 'deadline', 'total'] as const

/** The team's purchases (product.md §7). */
export const ordersRoutes = {
  /** Newest first by default. */
  list: defineRoute({
    name: 'orders.list',
    method: 'GET',
    path: '/{product}/orders',
    auth: 'buyer',
    query: z
      .strictObject({
        ...pageQuery(20),
        ...sortQuery(orderSortKeys, { by: 'placed', direction: 'desc' }),
        ...orderFilter,
      })
      .check(placedRangeOrdered, eventRangeOrdered),
    response: z.object({ data: z.array(wireOrder), meta: pageMeta }),
    errors: ['client.unknown'],
  }),
  one: defineRoute({
    name: 'orders.one',
    method: 'GET',
    path: '/{product}/orders/:order_id',
    auth: 'buyer',
    params: orderParams,
    response: z.object({ data: wireOrderDetail }),
    errors: ['order.not_found'],
  }),
  /**
   * Changes the team's reference and internal note; a missing one is removed, with `expected` it stays. Replaces the
   * client by one of the team's book or by any name; without either it stays, and an empty name removes it. What someone
   * else changed since the caller saw it (`expected`) is refused; `errors.current` has it. Allowed in every state.
   */
  changeDetails: defineRoute({
    name: 'orders.change-details',
    method: 'POST',
    path: '/{product}/orders/:order_id/details',
    auth: 'buyer',
    params: orderParams,
    body: z.strictObject({
      ...internalDetails,
      client_id: z.optional(clientId),
      client_name: z.optional(shortLine(100)),
      /** `client` is the name. */
      expected: z.optional(
        z.strictObject({ reference: seenText, internal_note: seenText, client: seenText }),
      ),
    }),
    response: z.object({ data: wireOrder }),
    errors: ['order.not_found', 'client.unknown', 'details.changed'],
  }),
  /** CSV with one row per line of the filtered orders. No cell can start a spreadsheet formula (product.md §12.7). */
  export: defineRoute({
    name: 'orders.export',
    method: 'GET',
    path: '/{product}/orders/export',
    auth: 'buyer',
    query: z.strictObject(orderFilter).check(placedRangeOrdered, eventRangeOrdered),
    response: z.object({ data: z.object({ filename: z.string(), csv: z.string() }) }),
    errors: ['order.export_too_large', 'client.unknown'],
    perMinute: 30,
  }),
  /** PDF invoice; cancelled lines appear as credits. */
  invoice: defineRoute({
    name: 'orders.invoice',
    method: 'GET',
    path: '/{product}/orders/:order_id/invoice',
    auth: 'buyer',
    params: orderParams,
    response: pdf,
    errors: ['order.not_found'],
    perMinute: 60,
  }),
  /** PDF summary: tickets, attendees and delivery dates. */
  summary: defineRoute({
    name: 'orders.summary',
    method: 'GET',
    path: '/{product}/orders/:order_id/summary',
    auth: 'buyer',
    params: orderParams,
    response: pdf,
    errors: ['order.not_found'],
    perMinute: 60,
  }),
  /** Notifies the operator and the seller of a problem with a line. */
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
          visibleTrimmed(),
          z.minLength(1, 'Describe the issue'),
          z.maxLength(2000, 'must be at most 2000 characters'),
        ),
    }),
    response: z.object({ data: wireIssueReport }),
    errors: ['order.line_not_found', 'order.too_many_reports', 'idempotency.key_reused'],
    idempotent: true,
    perMinute: 20,
  }),
}
