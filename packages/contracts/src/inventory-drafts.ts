import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod/mini'
import { boundedArray } from './bounded-array.ts'
import { columnMeaning, importFields } from './inventory-profiles.ts'
import { wireListingNote } from './inventory-row.ts'
import { numericId } from './listings.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/*
 * Listings that a seller types or pastes. A draft is read like a row of a file: cells by meaning, a matched event, and
 * the listing that would be added, or what is missing. Nothing is stored; `inventory.create-many` adds them.
 */

export const maxDraftLines = 50
export const maxDraftRows = 500

const cellText = z.string().check(z.maxLength(500, 'must be at most 500 characters'))
const draftCells = z.partialRecord(z.enum(importFields), cellText)
export type DraftCells = z.output<typeof draftCells>

/** The same of a caller, who may send thousands of cells: their number first. */
const sentCells = z.pipe(
  z.custom<DraftCells>(
    (cells) =>
      typeof cells !== 'object' || cells === null || Object.keys(cells).length <= importFields.length,
    `must have at most ${importFields.length} cells`,
  ),
  draftCells,
)

const dateOrder = z.enum(['mdy', 'dmy', 'ymd'], { error: 'must be mdy, dmy or ymd' })

/** How the cells of drafts are written, so that edited cells are read as the pasted ones were. */
export const draftFormat = z.strictObject({
  dialect: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency code such as GBP')),
  date_order: dateOrder,
  decimal: z._default(z.enum(['point', 'comma']), 'point'),
  /** Amounts without decimals: 5175 is 51.75. */
  minor_fields: z._default(z.array(z.enum(importFields)).check(z.maxLength(10)), () => []),
})
export type DraftFormat = z.output<typeof draftFormat>

const wireDraftEvent = z.object({
  id: z.int(),
  title: z.string(),
  venue: z.string(),
  /** YYYY-MM-DDTHH:MM at the venue. */
  local_at: z.string(),
  time_known: z.boolean(),
})
export type WireDraftEvent = z.output<typeof wireDraftEvent>

/** The listing that a complete draft becomes: the body of `inventory.create`. */
const draftListing = z.object({
  event_id: z.int(),
  external_id: z.nullable(z.string()),
  section: z.string(),
  row: z.string(),
  first_seat: z.nullable(z.int()),
  /** Every seat, when they are not adjacent. */
  seats: z.nullable(z.array(z.int())),
  general_admission: z.boolean(),
  seats_hidden: z.boolean(),
  quantity: z.int(),
  shown_quantity: z.nullable(z.int()),
  price: z.string(),
  currency: z.string(),
  cost: z.optional(z.nullable(z.string())),
  floor: z.nullable(z.string()),
  face_value: z.nullable(z.string()),
  split: z.object({
    split_type: z.enum(splitTypes),
    quantity_limit: z.nullable(z.int()),
    multiple_sale_unit: z.nullable(z.int()),
    split_quantities: z.nullable(z.array(z.int())),
  }),
  in_hand_date: z.string(),
  ticket_type: z.enum(deliveryTypes),
  instant_download: z.boolean(),
  notes: z.array(wireListingNote),
  internal_notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  published: z.boolean(),
})

const draftFields = [...importFields, 'event', 'together', 'unknown'] as const
export type DraftField = (typeof draftFields)[number]

const fieldMessage = z.object({ field: z.enum(draftFields), message: z.string() })

export const wireDraft = z.object({
  cells: draftCells,
  /** Drafts with equal keys name the same event; '' when the draft names none. */
  event_key: z.string(),
  event: z.nullable(wireDraftEvent),
  /** Why this event, when it was not named exactly. */
  event_note: z.nullable(z.string()),
  /** Other events that fit, the likeliest first. */
  candidates: z.array(wireDraftEvent),
  /** What keeps it from being added. */
  problems: z.array(fieldMessage),
  /** What was assumed or changed. */
  notices: z.array(fieldMessage),
  listing: z.nullable(draftListing),
  /** Per ticket. */
  proceeds: z.optional(z.nullable(wireMoney)),
})
export type WireDraft = z.output<typeof wireDraft>

const wireTextDraft = z.object({
  ...wireDraft.shape,
  /** From 1. */
  line: z.int(),
  text: z.string(),
  /** Only names the event of the lines below. */
  is_heading: z.boolean(),
  /** What was understood, in the order of the text; the gaps mean nothing. `unknown`: not understood. */
  parts: z.array(z.object({ from: z.int(), to: z.int(), field: z.enum(draftFields), label: z.string() })),
})
export type WireTextDraft = z.output<typeof wireTextDraft>

const chosenEvents = z._default(
  boundedArray(
    z.strictObject({
      key: z.string().check(z.maxLength(1000)),
      event_id: numericId('must be an event id'),
    }),
    100,
    'must have at most 100 choices',
  ),
  () => [],
)

const pastedColumn = z.object({
  name: z.string(),
  /** Its first value. */
  sample: z.string(),
  meaning: z.nullable(columnMeaning),
})
export type PastedColumn = z.output<typeof pastedColumn>

export const inventoryDraftsRoutes = {
  /** Reads lines such as "Arsenal Spurs 4 x block 12 row 8 seats 101-104 £180 etickets now". */
  readText: defineRoute({
    name: 'inventory-drafts.read-text',
    method: 'POST',
    path: '/{product}/inventory/drafts/text',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      text: z.string().check(z.maxLength(20_000, 'must be at most 20000 characters')),
      /** Decides what 3/4 means. */
      locale: z.optional(z.string().check(z.maxLength(35))),
      timezone: z.optional(z.string().check(z.maxLength(64))),
      chosen: chosenEvents,
    }),
    response: z.object({
      data: z.object({
        format: draftFormat,
        drafts: z.array(wireTextDraft),
        /** Lines after the first {@link maxDraftLines}. */
        left_out: z.int(),
      }),
    }),
    errors: [],
    perMinute: 240,
  }),
  /** Reads rows copied from a spreadsheet, with or without a header. */
  readRows: defineRoute({
    name: 'inventory-drafts.read-rows',
    method: 'POST',
    path: '/{product}/inventory/drafts/rows',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      text: z
        .string()
        .check(z.maxLength(400_000, 'must be at most 400000 characters. Import a file instead')),
      /** What a person says about the columns; without it, the header decides. */
      columns: z.optional(
        z.strictObject({
          meanings: boundedArray(z.nullable(columnMeaning), 200, 'must be at most 200 entries'),
          has_header: z.boolean(),
          date_order: dateOrder,
        }),
      ),
      /** Of rows without an event. */
      event_id: z._default(z.nullable(numericId('must be an event id')), null),
      chosen: chosenEvents,
    }),
    response: z.object({
      data: z.object({
        columns: z.array(pastedColumn),
        has_header: z.boolean(),
        /** Title of the known kind of file that has this header. */
        recognised_as: z.nullable(z.string()),
        /** What no column says; the drafts are empty until it is known. */
        missing: z.array(z.enum(importFields)),
        format: draftFormat,
        drafts: z.array(wireDraft),
        /** Rows after the first {@link maxDraftRows}. */
        left_out: z.int(),
      }),
    }),
    errors: [],
    perMinute: 60,
    maxBodyBytes: 2_000_000,
  }),
  /** Reads drafts again after a person edited their cells or chose their event. */
  check: defineRoute({
    name: 'inventory-drafts.check',
    method: 'POST',
    path: '/{product}/inventory/drafts/check',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      format: draftFormat,
      drafts: boundedArray(
        z.strictObject({ cells: sentCells, event_id: z.nullable(numericId('must be an event id')) }),
        maxDraftRows,
        `must have at most ${maxDraftRows} drafts`,
      ),
    }),
    response: z.object({ data: z.array(wireDraft) }),
    errors: [],
    perMinute: 240,
    maxBodyBytes: 2_000_000,
  }),
  /** Remembers for the team which event a name in pasted rows or typed lines means; files find it by the same name. */
  rememberEvent: defineRoute({
    name: 'inventory-drafts.remember-event',
    method: 'POST',
    path: '/{product}/inventory/drafts/events',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      from: z.enum(['rows', 'text'], { error: 'must be rows or text' }),
      /** `event_key` of the draft. */
      key: z.string().check(z.minLength(1, 'must be the key of a draft'), z.maxLength(1000)),
      event_id: numericId('must be an event id'),
    }),
    response: z.object({ data: z.object({ remembered: z.boolean() }) }),
    errors: ['inventory_import.too_many_names'],
    perMinute: 60,
  }),
}
