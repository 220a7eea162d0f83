import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { ticketedEvent } from './ticketed-event.ts'
import { wireMoney } from './wire-money.ts'

/** `sold_out`: every ticket is sold, whether or not the listing is published. */
export const inventoryStatuses = ['published', 'unpublished', 'sold_out'] as const

export const wireListingNote = z.object({ kind: z.enum(noteKinds), text: z.string() })

/** Tickets that a seller keeps off sale until a time. Unrelated to the holds of buyers' teams. */
export const wireOwnHold = z.object({
  quantity: z.int(),
  until: z.iso.datetime(),
  note: z.nullable(z.string()),
})
export type WireOwnHold = z.output<typeof wireOwnHold>

/**
 * How a listing compares with those of other sellers that any buyer can see now: same event, same section (same category
 * for general admission), rows at most five apart where both are known, and with a quantity that this listing sells too.
 * Prices are before the service fee, converted to the listing's currency. Sold-out listings, and those of events that are
 * not on sale, are not compared.
 */
export const wireMarket = z.object({
  /** Lowest price of the others; `null` when there are none. */
  lowest: z.nullable(wireMoney),
  /** 1 is the lowest price. Listings with the same price share a rank. `null` while no buyer sees this listing. */
  rank: z.nullable(z.int().check(z.positive())),
  /** The others, plus this listing if buyers see it: "3 of 14". */
  count: z.int().check(z.nonnegative()),
  /** Of the section, a day late; `null` for fewer than 5 sales by 3 sellers. */
  past_sales: z.nullable(z.object({ median: wireMoney, sales: z.int() })),
})

/**
 * A listing as its own team sees it; members without `money` get neither its cost nor its proceeds. Amounts are per ticket, in
 * the listing's currency.
 */
export const wireInventoryRow = z.object({
  id: listingId,
  /** The seller's own number, unique within the team. */
  external_id: z.nullable(z.string()),
  event: z.object({
    ...ticketedEvent.shape,
    starts_at: z.iso.datetime(),
    /** False once it has started, or was postponed or cancelled: nothing can be published then. */
    is_on_sale: z.boolean(),
  }),
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  /** `null` without seat numbers. Sent even if buyers do not see them. */
  first_seat: z.nullable(z.int()),
  last_seat: z.nullable(z.int()),
  /** Every seat in ascending order; `null` when they are adjacent, or without seat numbers. */
  seats: z.nullable(z.array(z.int())),
  seats_hidden: z.boolean(),
  general_admission: z.boolean(),
  /** All tickets, including sold ones. */
  quantity: z.int(),
  sold: z.int(),
  /** In holds and unpaid orders. */
  held: z.int(),
  /** Tickets that the team keeps off sale. They are on sale again after `until`. */
  own_hold: z.nullable(wireOwnHold),
  /** How many tickets buyers see at most; `null`: all. */
  shown_quantity: z.nullable(z.int()),
  /** How many tickets buyers see now; 0 while unpublished. */
  offered: z.int(),
  split_type: z.enum(splitTypes),
  /** Maximum per purchase. */
  quantity_limit: z.nullable(z.int()),
  multiple_sale_unit: z.nullable(z.int()),
  /** The seller's own list of quantities, which restricts what `split_type` allows; `null`: no list. */
  split_quantities: z.nullable(z.array(z.int())),
  /** What buyers can buy now. */
  splits: z.array(z.int()),
  price: wireMoney,
  /** What the seller receives for one ticket at this price, after the fee in force. */
  proceeds: z.optional(wireMoney),
  /** What the seller paid per ticket. */
  cost: z.optional(z.nullable(wireMoney)),
  /** Neither an edit, a bulk edit nor a rule sets a lower price. */
  floor: z.nullable(wireMoney),
  face_value: z.nullable(wireMoney),
  in_hand_date: z.iso.date(),
  /** `in_hand_date` is this many days before the event and moves with it; `null`: a fixed date. */
  in_hand_days_before: z.nullable(z.int()),
  /** The in-hand date has been reached, in the venue's time zone. */
  is_in_hand: z.boolean(),
  ticket_type: z.enum(deliveryTypes),
  instant_download: z.boolean(),
  hospitality: z.boolean(),
  attendee_delivery_details_required: z.boolean(),
  attendee_identification_details_required: z.boolean(),
  /** Buyers see these. */
  notes: z.array(wireListingNote),
  /** Only the team sees these, and `tags`. */
  internal_notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  published: z.boolean(),
  status: z.enum(inventoryStatuses),
  market: wireMarket,
  /** Grows with every change by the seller; holds and sales do not change it. Edits name the version they are based on. */
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type WireInventoryRow = z.output<typeof wireInventoryRow>
