import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { z } from 'zod/mini'
import {
  bulkOwnHoldInput,
  inHandDaysInput,
  internalNotesInput,
  listingNotesInput,
  listingTagsInput,
  splitInput,
  wireFieldChange,
} from './inventory-edit.ts'
import { maxBulkIds } from './inventory-limits.ts'
import { inventoryFilter } from './inventory.ts'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

/** Listings of one bulk edit. */
export const maxBulkListings = 50_000
/** A preview can be applied for this long. */
export const bulkPreviewMinutes = 60
/** An applied edit can be undone for this long. */
export const bulkUndoHours = 24

const bulkEditId = z.string().check(z.regex(/^ble_[0-9A-Za-z_-]{1,60}$/, 'must be a bulk edit id'))

const amount = z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion')))
const signed = z
  .string()
  .check(z.regex(/^[+-]?\d{1,9}(\.\d{1,2})?$/, 'must be a number with at most two decimals, such as "-4.00"'))

/** A new price per ticket, in each listing's own currency. */
const priceChange = z.strictObject({
  change: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('set'), amount }),
    /** -4 lowers by 4 %. */
    z.strictObject({ by: z.literal('percent'), percent: signed }),
    z.strictObject({ by: z.literal('amount'), amount: signed }),
    /** The lowest comparable price, as `market.lowest` of the list; listings without comparables are problems. */
    z.strictObject({ by: z.literal('match') }),
    z.strictObject({ by: z.literal('undercut'), amount }),
  ]),
  /** To a multiple of `to`, such as "0.50". A price of `undercut` is never rounded up. */
  round: z.optional(
    z.strictObject({
      to: amount,
      direction: z._default(
        z.enum(['nearest', 'up', 'down'], { error: 'must be nearest, up or down' }),
        'nearest',
      ),
    }),
  ),
  /** No price ever falls below its floor: `use_floor` sets the floor instead, `skip` leaves the listing as it is. */
  below_floor: z._default(z.enum(['use_floor', 'skip'], { error: 'must be use_floor or skip' }), 'use_floor'),
})

/** A new floor per ticket, in each listing's own currency. A floor above the price is a problem. */
const floorChange = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('set'), amount }),
  /** 10: the cost plus 10 %; listings without a cost are problems. Needs `money`, as the floor tells the cost. */
  z.strictObject({ by: z.literal('cost'), percent: signed }),
  /** -15: 15 % below the price, as it was before this edit. */
  z.strictObject({ by: z.literal('price'), percent: signed }),
])

/** `add` keeps what is there. */
const addOrReplace = z.enum(['add', 'replace'], { error: 'must be add or replace' })

const bulkChange = z
  .strictObject({
    price: z.optional(priceChange),
    /** `null` removes it. A new price in the same edit stops at the new floor. */
    floor: z.optional(z.nullable(floorChange)),
    split: z.optional(splitInput),
    shown_quantity: z.optional(z.nullable(z.int().check(z.gte(1, 'must be at least 1'), z.lte(10_000)))),
    in_hand_date: z.optional(z.iso.date({ error: 'must be a date such as 2026-12-01' })),
    /** Days before the event, with which the date moves. */
    in_hand_days_before: z.optional(inHandDaysInput),
    /** Tickets to keep off the market; `null` ends it. Of a listing with fewer free tickets it is a problem. */
    own_hold: z.optional(z.nullable(bulkOwnHoldInput)),
    ticket_type: z.optional(z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` })),
    notes: z.optional(z.strictObject({ mode: addOrReplace, notes: listingNotesInput })),
    internal_notes: z.optional(z.strictObject({ mode: addOrReplace, text: internalNotesInput })),
    tags: z.optional(
      z.strictObject({
        mode: z.enum(['add', 'replace', 'remove'], { error: 'must be add, replace or remove' }),
        tags: listingTagsInput,
      }),
    ),
    published: z.optional(z.boolean()),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, 'must change at least one field'))
export type BulkChange = z.output<typeof bulkChange>

/** Either the listings by id, or everything that the list shows with this filter. */
const bulkSelection = z.union(
  [
    z.strictObject({
      listing_ids: z
        .array(listingId)
        .check(
          z.minLength(1, 'must have at least one listing'),
          z.maxLength(maxBulkIds, `must have at most ${maxBulkIds} listings`),
        ),
    }),
    z.strictObject({
      filter: inventoryFilter,
      /** Listings to leave out. */
      except: z._default(z.array(listingId).check(z.maxLength(maxBulkIds)), () => []),
    }),
  ],
  { error: 'must have listing_ids, or a filter' },
)

/**
 * Why a row is not changed. In a preview: `below_floor`, `floor_above_price`, `no_cost`, `no_comparable`, `price_invalid`,
 * `split_impossible`, `in_hand_after_event`, `delivery_invalid`, `too_many_notes`, `too_long`, `event_closed`, `seats_taken`,
 * `not_found`, `not_enough_free` and `resale_refused`. When applying or undoing also: `changed_since`, `over_limit` and
 * `selling_suspended` (see the seller account), and `not_confirmed` for rows that would go on sale again without confirmation.
 */
export const bulkProblems = [
  'not_found',
  'below_floor',
  'floor_above_price',
  'no_cost',
  'no_comparable',
  'price_invalid',
  'split_impossible',
  'in_hand_after_event',
  'delivery_invalid',
  'too_many_notes',
  'too_long',
  'event_closed',
  'seats_taken',
  'not_enough_free',
  'resale_refused',
  'changed_since',
  'not_confirmed',
  'over_limit',
  'selling_suspended',
] as const

export const bulkResults = ['pending', 'applied', 'skipped', 'undone', 'undo_skipped'] as const

export const wireBulkEdit = z.object({
  id: bulkEditId,
  /** `applying` and `undoing`: interrupted; the same call continues. */
  state: z.enum(['previewed', 'applying', 'applied', 'undoing', 'undone']),
  created_at: z.iso.datetime(),
  created_by: z.nullable(z.string()),
  /** Until when a preview can be applied. */
  apply_until: z.iso.datetime(),
  /** Until when an applied edit can be undone; `null` before. */
  undo_until: z.nullable(z.iso.datetime()),
  counts: z.object({
    selected: z.int(),
    /** To be changed, or changed. */
    changed: z.int(),
    /** Already as the change would make them. */
    unchanged: z.int(),
    /** With a problem, in the preview or since. */
    problems: z.int(),
    applied: z.int(),
    undone: z.int(),
  }),
  events: z.int(),
  /** Of the tickets not sold of the listings to be changed, per currency. */
  values: z.array(
    z.object({
      currency: z.string(),
      asking_from: wireMoney,
      asking_to: wireMoney,
      proceeds_from: z.optional(wireMoney),
      proceeds_to: z.optional(wireMoney),
    }),
  ),
})
export type WireBulkEdit = z.output<typeof wireBulkEdit>

export const wireBulkRow = z.object({
  listing_id: listingId,
  event: z.nullable(z.object({ id: z.int(), title: z.string() })),
  section: z.string(),
  row: z.string(),
  /** What differs, with `proceeds` after a changed `price`. Empty for rows that stay as they are. */
  changes: z.array(wireFieldChange),
  /** The price would have been below the floor, which is used instead. */
  uses_floor: z.boolean(),
  problem: z.nullable(z.object({ code: z.enum(bulkProblems), message: z.string() })),
  /** Seats of a listing that goes on sale which another seller already offers: a warning. */
  shared_seats: z.array(z.int()),
  result: z.enum(bulkResults),
})
export type WireBulkRow = z.output<typeof wireBulkRow>

const editParams = z.object({ bulk_edit_id: bulkEditId })
const editResponse = z.object({ data: wireBulkEdit })

/** Changes of many listings: preview, apply exactly what the preview showed, undo. */
export const inventoryBulkRoutes = {
  preview: defineRoute({
    name: 'inventory.preview-bulk-edit',
    method: 'POST',
    path: '/{product}/inventory/bulk-edits',
    auth: 'seller',
    permission: 'view',
    body: z.strictObject({ selection: bulkSelection, change: bulkChange }),
    response: editResponse,
    errors: ['supply.selection_too_large'],
    maxBodyBytes: 1_000_000,
  }),
  /** Applied within the last 24 hours, newest first. */
  list: defineRoute({
    name: 'inventory.bulk-edits',
    method: 'GET',
    path: '/{product}/inventory/bulk-edits',
    auth: 'seller',
    permission: 'view',
    response: z.object({ data: z.array(wireBulkEdit) }),
    errors: [],
  }),
  /** In the order of the list. */
  rows: defineRoute({
    name: 'inventory.bulk-edit-rows',
    method: 'GET',
    path: '/{product}/inventory/bulk-edits/:bulk_edit_id/rows',
    auth: 'seller',
    permission: 'view',
    params: editParams,
    query: z.strictObject({
      show: z._default(
        z.enum(['all', 'changed', 'problems', 'unchanged'], {
          error: 'must be all, changed, problems or unchanged',
        }),
        'all',
      ),
      ...pageQuery(100),
    }),
    response: z.object({ data: z.array(wireBulkRow), meta: pageMeta }),
    errors: ['supply.bulk_edit_not_found'],
  }),
  /**
   * Writes what the preview showed. Rows that the seller changed since are skipped and have a problem. A repeated call
   * changes nothing more; after an interruption it continues.
   */
  apply: defineRoute({
    name: 'inventory.apply-bulk-edit',
    method: 'POST',
    path: '/{product}/inventory/bulk-edits/:bulk_edit_id/apply',
    auth: 'seller',
    permission: 'view',
    params: editParams,
    response: editResponse,
    errors: ['supply.bulk_edit_not_found', 'supply.bulk_edit_expired', 'supply.bulk_edit_undone'],
  }),
  /**
   * Restores the values from before. Rows changed since are skipped. A row that was taken off sale goes back on sale only
   * if it is in `confirmed_unsold`: its tickets were not sold elsewhere in the meantime.
   */
  undo: defineRoute({
    name: 'inventory.undo-bulk-edit',
    method: 'POST',
    path: '/{product}/inventory/bulk-edits/:bulk_edit_id/undo',
    auth: 'seller',
    permission: 'view',
    params: editParams,
    body: z.strictObject({
      confirmed_unsold: z._default(z.array(listingId).check(z.maxLength(maxBulkListings)), () => []),
    }),
    response: editResponse,
    errors: ['supply.bulk_edit_not_found', 'supply.bulk_edit_expired', 'supply.bulk_edit_not_applied'],
    maxBodyBytes: 4_000_000,
  }),
}
