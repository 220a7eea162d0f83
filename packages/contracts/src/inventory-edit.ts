import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { maxSeatNumber } from '@terrace/domain/tickets/seats'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod/mini'
import { maxInternalNotesLength, maxListingTags, maxTagLength } from './inventory-limits.ts'
import { wireInventoryRow, wireListingNote } from './inventory-row.ts'
import { listingId, numericId } from './listings.ts'
import { defineRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'
import { visibleTrimmed } from './visible-text.ts'

export const maxListingNotes = 20
/** Of the seller's own hold, in days. */
export const maxOwnHoldDays = 366

const limited = (limit: number) =>
  z.string().check(visibleTrimmed(), z.maxLength(limit, `must be at most ${limit} characters`))
const required = (limit: number) => limited(limit).check(z.minLength(1, 'must not be empty'))
const wholeNumber = z
  .int({ error: 'must be a whole number' })
  .check(z.gte(1, 'must be at least 1'), z.lte(10_000, 'must be at most 10000'))
const date = z.iso.date({ error: 'must be a date such as 2026-12-01' })
const amount = z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion')))

export const listingNotesInput = z
  .array(z.strictObject({ kind: z.enum(noteKinds), text: required(300) }))
  .check(z.maxLength(maxListingNotes, `must have at most ${maxListingNotes} notes`))

/** Compared without regard to case; stored as typed first. */
export const listingTagsInput = z
  .array(required(maxTagLength))
  .check(z.maxLength(maxListingTags, `must have at most ${maxListingTags} tags`))

export const internalNotesInput = z.nullable(limited(maxInternalNotesLength))

/** The split rule as a whole: a change replaces all four. */
export const splitInput = z.strictObject({
  split_type: z.enum(splitTypes, { error: `must be one of ${splitTypes.join(', ')}` }),
  quantity_limit: z._default(z.nullable(wholeNumber), null),
  /** Only with "Sell In Multiples", which needs it. */
  multiple_sale_unit: z._default(z.nullable(wholeNumber), null),
  /** The seller's own list, such as 2, 4 and 6. Buyers get what both the list and the split type allow. */
  split_quantities: z._default(
    z.nullable(
      z
        .array(wholeNumber)
        .check(
          z.minLength(1, 'must have at least one quantity, or be null'),
          z.maxLength(50, 'must have at most 50 quantities'),
        ),
    ),
    null,
  ),
})

/** Days before the event on which the tickets are in hand. */
export const inHandDaysInput = z
  .int({ error: 'must be a whole number of days' })
  .check(z.gte(0, 'must be at least 0'), z.lte(365, 'must be at most 365'))

const ownHoldNote = z.optional(z.nullable(limited(300)))
const until = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-12-01T18:00:00Z' })
export const ownHoldInput = z.strictObject({ quantity: wholeNumber, until, note: ownHoldNote })
/** Of many listings: a number of tickets, or all that are free. */
export const bulkOwnHoldInput = z.strictObject({
  quantity: z.union([wholeNumber, z.literal('all')], { error: 'must be a whole number, or all' }),
  until,
  note: ownHoldNote,
})

const seatNumbers = z
  .array(
    z
      .int({ error: 'must be whole numbers' })
      .check(z.gte(1, 'must be whole numbers from 1'), z.lte(maxSeatNumber)),
  )
  .check(
    z.minLength(1, 'must have at least one seat, or be null'),
    z.maxLength(10_000, 'must have at most 10000 seats'),
    z.refine((seats) => new Set(seats).size === seats.length, 'must have each seat once'),
  )

/** Fields that a seller may change at any time. Amounts are per ticket, in the listing's currency; `null` removes a value. */
const editableFields = {
  price: z.optional(amount),
  cost: z.optional(z.nullable(amount)),
  floor: z.optional(z.nullable(amount)),
  face_value: z.optional(z.nullable(amount)),
  /** All tickets, including sold ones. */
  quantity: z.optional(wholeNumber),
  shown_quantity: z.optional(z.nullable(wholeNumber)),
  split: z.optional(splitInput),
  /** A fixed date. */
  in_hand_date: z.optional(date),
  /** Instead: days before the event, with which the date moves. */
  in_hand_days_before: z.optional(inHandDaysInput),
  ticket_type: z.optional(z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` })),
  /** Only for E-tickets; another delivery type turns it off. */
  instant_download: z.optional(z.boolean()),
  notes: z.optional(listingNotesInput),
  internal_notes: z.optional(internalNotesInput),
  tags: z.optional(listingTagsInput),
}

const version = z
  .int({ error: 'must be the version that was edited' })
  .check(z.positive('must be the version that was edited'))

const createBody = z.strictObject({
  ...editableFields,
  event_id: numericId('must be an event id'),
  external_id: z._default(z.nullable(required(100)), null),
  /** A block of the venue's plan, in any spelling. */
  section: required(100),
  row: z._default(limited(30), ''),
  first_seat: z._default(
    z.nullable(z.int().check(z.gte(1, 'must be a whole number from 1'), z.lte(1_000_000))),
    null,
  ),
  /** Instead of `first_seat`: as many seats as tickets, in any order, such as 1, 3, 5 and 7. */
  seats: z._default(z.nullable(seatNumbers), null),
  seats_hidden: z._default(z.boolean(), false),
  general_admission: z._default(z.boolean(), false),
  quantity: wholeNumber,
  price: amount,
  /** The team's base currency by default. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code'))),
  split: z._default(splitInput, () => ({
    split_type: 'No Preferences' as const,
    quantity_limit: null,
    multiple_sale_unit: null,
    split_quantities: null,
  })),
  ticket_type: z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` }),
  hospitality: z._default(z.boolean(), false),
  attendee_delivery_details_required: z._default(z.boolean(), false),
  attendee_identification_details_required: z._default(z.boolean(), false),
  /** False: stored, but not on sale. */
  published: z._default(z.boolean(), true),
})
export type CreateListingBody = z.output<typeof createBody>

/** Listings of one request to `inventory.create-many`. */
export const maxAddedListings = 50

/**
 * Where the tickets are. Given together or one by one. While tickets are sold or held, or a quote offers them, only the
 * others can move: with `move_rest` they become a listing of their own, which the response shows.
 */
const placeFields = {
  section: z.optional(required(100)),
  row: z.optional(limited(30)),
  /** Every seat of the listing, or of the rest that moves; `null`: no seat numbers. */
  seats: z.optional(z.nullable(seatNumbers)),
  general_admission: z.optional(z.boolean()),
  move_rest: z.optional(z.boolean()),
}

const updateBody = z.strictObject({
  ...editableFields,
  ...placeFields,
  seats_hidden: z.optional(z.boolean()),
  /** Tickets to keep off the market; `null` ends it. */
  own_hold: z.optional(z.nullable(ownHoldInput)),
  version,
})
export type UpdateListingBody = z.output<typeof updateBody>

const listingParams = z.object({ listing_id: listingId })
const rowResponse = z.object({ data: wireInventoryRow })

/** Fields of a listing whose changes are shown; money fields hold amounts, `notes` and lists whole values. */
export const changedFields = [
  'price',
  'proceeds',
  'cost',
  'floor',
  'face_value',
  'section',
  'row',
  'seats',
  'general_admission',
  'seats_hidden',
  'quantity',
  'shown_quantity',
  'own_hold_quantity',
  'own_hold_until',
  'own_hold_note',
  'split_type',
  'quantity_limit',
  'multiple_sale_unit',
  'split_quantities',
  'in_hand_date',
  'in_hand_days_before',
  'ticket_type',
  'instant_download',
  'notes',
  'internal_notes',
  'tags',
  'published',
] as const

const changedValue = z.nullable(
  z.union([
    wireMoney,
    z.string(),
    z.int(),
    z.boolean(),
    z.array(z.int()),
    z.array(z.string()),
    z.array(wireListingNote),
  ]),
)

/** One field of a change, in the order of {@link changedFields}. */
export const wireFieldChange = z.object({
  field: z.enum(changedFields),
  from: changedValue,
  to: changedValue,
})
export type WireFieldChange = z.output<typeof wireFieldChange>

export const wireListingChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /**
   * `hand`: a member, in the inventory or in a bulk edit. `file`: an import. `rule`: a price rule. `operator`: the operator, or
   * what happens by itself: an own hold ends, or an in-hand date moves with its event.
   */
  source: z.enum(['hand', 'file', 'rule', 'operator']),
  kind: z.enum(['created', 'changed', 'published', 'unpublished']),
  /** The member who made the change; `null` for the others, and once the account is erased. */
  actor_name: z.nullable(z.string()),
  /** The bulk edit that it was part of, and whether it was its undo. */
  bulk_edit_id: z.nullable(z.string()),
  is_undo: z.boolean(),
  changes: z.array(wireFieldChange),
})
export type WireListingChange = z.output<typeof wireListingChange>

/** Changes of single listings. `supply.listing_changed` (409) has the current row in `errors.listing`. */
export const inventoryEditRoutes = {
  /**
   * Listing new stock names its price, floor and face value, so `list` is enough; a cost needs `money`. Where the team has or had the same
   * tickets with other amounts, `price` is needed, too; without seat numbers, any tickets of the row may be the same. An
   * external id is never used twice.
   */
  create: defineRoute({
    name: 'inventory.create',
    method: 'POST',
    path: '/{product}/inventory/listings',
    auth: 'seller',
    permission: 'list',
    body: createBody,
    response: rowResponse,
    errors: [
      'supply.event_not_found',
      'supply.event_closed',
      'supply.external_id_taken',
      'supply.seats_taken',
      'seller.over_limit',
      'seller.suspended',
      'supply.resale_refused',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /**
   * Adds each listing on its own: a rejected one does not keep the others from being added. Results are in the order of
   * the listings. Repeating the key adds nothing twice, and tries the rejected ones again. Permissions are those of `create`.
   */
  createMany: defineRoute({
    name: 'inventory.create-many',
    method: 'POST',
    path: '/{product}/inventory/listings/many',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      listings: z
        .array(createBody)
        .check(
          z.minLength(1, 'must have at least one listing'),
          z.maxLength(maxAddedListings, `must have at most ${maxAddedListings} listings`),
        ),
    }),
    response: z.object({
      data: z.array(
        z.object({
          listing: z.nullable(wireInventoryRow),
          /** Why it was rejected. */
          error: z.nullable(z.object({ code: z.string(), message: z.string() })),
        }),
      ),
    }),
    errors: [],
    idempotent: true,
  }),
  /**
   * A quantity below the tickets sold or held is refused with `supply.quantity_committed`; `errors.committed` is their
   * number. More or other tickets need `price` where the team has or had the same ones with other amounts, as in `create`. A
   * price below the floor is refused as invalid input. Another place is refused with `supply.place_committed` while
   * tickets are sold, held or quoted; `errors.movable` is how many tickets could move with `move_rest`.
   */
  update: defineRoute({
    name: 'inventory.update',
    method: 'PATCH',
    path: '/{product}/inventory/listings/:listing_id',
    auth: 'seller',
    // The least that any change needs; the handler requires `list` or `price`, depending on the fields.
    permission: 'view',
    params: listingParams,
    body: updateBody,
    response: rowResponse,
    errors: [
      'supply.listing_not_found',
      'supply.listing_changed',
      'supply.quantity_committed',
      'supply.place_committed',
      'supply.own_hold_too_large',
      'supply.event_not_found',
      'supply.event_closed',
      'supply.seats_taken',
      'seller.over_limit',
      'seller.suspended',
      'supply.resale_refused',
    ],
  }),
  /** Puts the listing on sale. Of a published listing, returns the row. */
  publish: defineRoute({
    name: 'inventory.publish',
    method: 'POST',
    path: '/{product}/inventory/listings/:listing_id/publish',
    auth: 'seller',
    permission: 'list',
    params: listingParams,
    body: z.strictObject({ version }),
    response: rowResponse,
    errors: [
      'supply.listing_not_found',
      'supply.listing_changed',
      'supply.event_closed',
      'supply.event_not_found',
      'supply.seats_taken',
      'seller.over_limit',
      'seller.suspended',
      'supply.resale_refused',
    ],
  }),
  /** Takes the listing off sale. Held tickets can still be bought until their holds end. */
  withdraw: defineRoute({
    name: 'inventory.withdraw',
    method: 'POST',
    path: '/{product}/inventory/listings/:listing_id/withdraw',
    auth: 'seller',
    permission: 'list',
    params: listingParams,
    body: z.strictObject({ version }),
    response: rowResponse,
    errors: ['supply.listing_not_found', 'supply.listing_changed'],
  }),
  /** Newest first. */
  history: defineRoute({
    name: 'inventory.history',
    method: 'GET',
    path: '/{product}/inventory/listings/:listing_id/history',
    auth: 'seller',
    permission: 'view',
    params: listingParams,
    query: z.strictObject({
      /** Changes before this one, by its id. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'must be the id of a change'))),
    }),
    response: z.object({ data: z.array(wireListingChange), meta: z.object({ has_more: z.boolean() }) }),
    errors: ['supply.listing_not_found'],
  }),
}
