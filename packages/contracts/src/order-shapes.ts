import { z } from 'zod/mini'
import { ticketedEvent } from './ticketed-event.ts'
import { wireMoney } from './wire-money.ts'

// Apart from the routes of orders, which the checkout does not load.

/** Line statuses in the spelling of the wire (spec §4, product.md §10). */
export const wireOrderLineStatus = z.enum(['Confirmed', 'Fullfilled', 'Cancelled'])

/** Delivery estimate of a line (spec §9). */
export const wireDelivery = z.object({
  /**
   * `after_in_hand`: within 48 hours of the in-hand date, or of the purchase if later. `before_event`: up to 2 hours
   * before the event, for late purchases or late in-hand dates.
   */
  rule: z.enum(['after_in_hand', 'before_event']),
  /** Shown as a date in the venue's time zone (`event.timezone`). */
  expected_by: z.iso.datetime(),
})

/** Tickets of one listing in an order, as they were at the time of purchase. */
export const wireOrderLine = z.object({
  id: z.string(),
  status: wireOrderLineStatus,
  seller: z.object({ id: z.string(), name: z.string() }),
  event: ticketedEvent,
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  first_seat: z.nullable(z.int()),
  last_seat: z.nullable(z.int()),
  /** Every seat, unless they are adjacent. */
  seats: z.optional(z.array(z.int())),
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

/** Refund of a cancelled line. */
export const wireRefund = z.object({
  id: z.string(),
  line_id: z.string(),
  amount: wireMoney,
  /** `failed`: the bank rejected the refund, and the operator pays it back another way. */
  status: z.enum(['pending', 'succeeded', 'failed']),
  requested_at: z.iso.datetime(),
  refunded_at: z.nullable(z.iso.datetime()),
})
export type WireRefund = z.output<typeof wireRefund>

/** An order as shown in lists and in the checkout. */
export const wireOrder = z.object({
  id: z.string(),
  number: z.string(),
  placed_at: z.iso.datetime(),
  /** Across all lines: `Confirmed` while a delivery is outstanding, `Cancelled` when every line is cancelled. */
  status: wireOrderLineStatus,
  email_address: z.string(),
  contact_number: z.string(),
  ticket_quantity: z.int(),
  total_tickets_price: wireMoney,
  total_service_fee: wireMoney,
  total: wireMoney,
  /** At most one per line, oldest first. */
  refunds: z.array(wireRefund),
  /**
   * Sum of all refunds that have not failed, as credited on the invoice. Equals the total, without any refund, when
   * nothing was charged.
   */
  total_refunded: wireMoney,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  quote: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** The team's own reference and note, which clients never see. */
  reference: z.nullable(z.string()),
  internal_note: z.nullable(z.string()),
  /** Who the tickets are for. `id` is `null` for a name that is not in the client book. */
  client: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
  lines: z.array(wireOrderLine),
})
export type WireOrder = z.output<typeof wireOrder>
