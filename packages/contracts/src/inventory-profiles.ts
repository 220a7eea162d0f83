import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod/mini'
import { maxExampleRows, wireRowExample } from './inventory-row-examples.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Larger files are rejected. */
export const maxInventoryFileBytes = 200 * 1024 * 1024

/** What a column of an inventory file can mean. */
export const importFields = [
  'external_id',
  'event_id',
  'foreign_event_id',
  'event_name',
  'venue_name',
  'event_date',
  'event_time',
  'section',
  'row',
  'seat_from',
  'seat_to',
  'seats',
  'seat_label',
  'quantity',
  'shown_quantity',
  'split_rule',
  'split_list',
  'split_unit',
  'price',
  'currency',
  'cost',
  'floor',
  'face_value',
  'delivery',
  'electronic',
  'in_hand',
  'in_hand_date',
  'in_hand_days',
  'instant',
  'hide_seats',
  'publish',
  'public_notes',
  'internal_notes',
  'benefit_notes',
  'restriction_notes',
  'information_notes',
  'tags',
  'barcodes',
] as const
export type ImportField = (typeof importFields)[number]

/**
 * What an amount means. `ask_per_ticket`: the price before the service fee that buyers pay; `proceeds_per_ticket`: what
 * the seller receives for it; `cost_per_ticket`: what the seller paid, which never becomes a price.
 */
export const priceUnits = ['ask_per_ticket', 'proceeds_per_ticket', 'cost_per_ticket'] as const
export type PriceUnit = (typeof priceUnits)[number]

/**
 * What a file means for listings that it does not name. `full_replace`: they are withdrawn. `by_id`: they stay. `patch`:
 * they stay, and empty cells change nothing.
 */
export const importModes = ['full_replace', 'by_id', 'patch'] as const
export type ImportMode = (typeof importModes)[number]

/** What one column means. `scale: minor`: 5175 is 51.75. */
export const columnMeaning = z.strictObject({
  field: z.enum(importFields, { error: `must be one of ${importFields.join(', ')}` }),
  unit: z.optional(z.enum(priceUnits, { error: `must be one of ${priceUnits.join(', ')}` })),
  scale: z.optional(z.enum(['major', 'minor'], { error: 'must be major or minor' })),
})
export type ColumnMeaning = z.output<typeof columnMeaning>

const decidedBy = z._default(z.enum(['file', 'site'], { error: 'must be file or site' }), 'file')
const word = z.string().check(z.minLength(1), z.maxLength(60))
const fewWords = z.refine<object>((words) => Object.keys(words).length <= 200, 'must have at most 200 words')
const wholeNumber = (from: number, to: number) =>
  z
    .int(`must be a whole number from ${from} to ${to}`)
    .check(z.gte(from, `must be at least ${from}`), z.lte(to, `must be at most ${to}`))

/** How the files of a profile are read, and what they may change. */
export const inventorySettings = z.strictObject({
  /** Name of a dialect that Terrace knows; `null` if `columns` describes all columns. */
  dialect: z.nullable(z.string().check(z.maxLength(60))),
  /** By column name; with a dialect, only what differs from it. */
  columns: z._default(
    z
      .record(z.string().check(z.maxLength(100)), columnMeaning)
      .check(z.refine((columns) => Object.keys(columns).length <= 200, 'must have at most 200 columns')),
    () => ({}),
  ),
  mode: z.enum(importModes, { error: `must be one of ${importModes.join(', ')}` }),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency code such as GBP')),
  /** Of dates such as 3/7/2027. */
  date_order: z.enum(['mdy', 'dmy', 'ymd'], { error: 'must be mdy, dmy or ymd' }),
  decimal: z._default(z.enum(['point', 'comma'], { error: 'must be point or comma' }), 'point'),
  /** `null`: the header decides. */
  delimiter: z._default(
    z.nullable(z.enum([',', ';', '\t'], { error: 'must be a comma, a semicolon or a tab' })),
    null,
  ),
  encoding: z._default(z.enum(['auto', 'windows-1252'], { error: 'must be auto or windows-1252' }), 'auto'),
  /** `seats`: rows without an id are recognised by event, section, row and seats. */
  identity: z._default(z.enum(['column', 'seats'], { error: 'must be column or seats' }), 'column'),
  /**
   * What decides these values of a listing that exists. `file`: each import sets them. `site`: members set them in Terrace,
   * and imports leave them as they are. A new listing takes all values from its file.
   */
  owners: z._default(
    z.strictObject({ price: decidedBy, notes: decidedBy, split: decidedBy, publishing: decidedBy }),
    () => ({ price: 'file', notes: 'file', split: 'file', publishing: 'file' }) as const,
  ),
  /** For new listings, where the file says nothing. */
  defaults: z._default(
    z.strictObject({
      delivery: z._default(z.enum(deliveryTypes), 'eTicket'),
      split_type: z._default(
        z.enum(splitTypes).check(z.refine((type) => type !== 'Sell In Multiples', 'needs a unit')),
        'No Preferences',
      ),
      in_hand_days_before: z._default(wholeNumber(0, 365), 2),
    }),
    () => ({ delivery: 'eTicket', split_type: 'No Preferences', in_hand_days_before: 2 }) as const,
  ),
  /** The seller's words for splits and delivery, in addition to those that Terrace knows. */
  split_words: z._default(z.record(word, word).check(fewWords), () => ({})),
  delivery_words: z._default(z.record(word, z.enum(deliveryTypes)).check(fewWords), () => ({})),
  /**
   * A file needs a person's confirmation if it withdraws more than `rows` listings and also more than `percent` of the
   * profile's listings on sale.
   */
  wipe_guard: z._default(
    z.strictObject({ rows: wholeNumber(0, 100_000), percent: wholeNumber(0, 100) }),
    () => ({ rows: 20, percent: 25 }),
  ),
  /** Sheet of a spreadsheet; `null`: the first one with a header. */
  sheet: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(100))), null),
  /**
   * Files that arrive without a person, by API key or drop folder. `after_two_clean`: applied at once when two imports of
   * this profile were applied without errors. `never`: a person applies each. Withdrawals above `wipe_guard` always wait for
   * a person.
   */
  automatic: z._default(
    z.enum(['after_two_clean', 'never'], { error: 'must be after_two_clean or never' }),
    'after_two_clean',
  ),
  /** If rows of such a file name unknown events. `wait`: the file waits for a person. `apply_others`: only these rows wait. */
  automatic_with_held: z._default(
    z.enum(['wait', 'apply_others'], { error: 'must be wait or apply_others' }),
    'wait',
  ),
  /**
   * For a system that sends files regularly: after so many hours without a file, the team's owners are warned, and later the
   * profile's listings are taken off sale.
   */
  heartbeat: z._default(
    z.nullable(
      z
        .strictObject({
          warn_hours: wholeNumber(1, 720),
          unpublish_hours: z._default(z.nullable(wholeNumber(2, 1440)), null),
        })
        .check(
          z.refine(
            ({ warn_hours: warn, unpublish_hours: unpublish }) => unpublish === null || unpublish > warn,
            'must warn before the listings are taken off sale',
          ),
        ),
    ),
    null,
  ),
  /**
   * A sale of the last minutes before the file was made may be missing in it. If such a file raises a quantity, sales of this
   * many minutes are subtracted.
   */
  sale_grace_minutes: z._default(wholeNumber(0, 120), 5),
})
export type InventorySettings = z.output<typeof inventorySettings>

export const profileId = z.string().check(z.regex(/^ipf_[0-9A-Za-z_-]{1,60}$/, 'must be a profile id'))

export const wireInventoryProfile = z.object({
  id: profileId,
  name: z.string(),
  /** Grows with every saved change. */
  version: z.int(),
  settings: inventorySettings,
  updated_at: z.iso.datetime(),
  /** Listings on sale that this profile's files manage. */
  live_listings: z.int(),
})
export type WireInventoryProfile = z.output<typeof wireInventoryProfile>

export const wireDialect = z.object({
  name: z.string(),
  title: z.string(),
  header: z.array(z.string()),
  columns: z.record(z.string(), columnMeaning),
  /** What its documentation fixes; `null`: the team's own currency is proposed. */
  currency: z.nullable(z.string()),
  /** Whether the inventory can be exported in it. */
  can_export: z.boolean(),
  /** A profile of this dialect as it is proposed. */
  settings: inventorySettings,
})
export type WireDialect = z.output<typeof wireDialect>

const profileName = z
  .string()
  .check(visibleLine(), z.minLength(1, 'must not be empty'), z.maxLength(80, 'must be at most 80 characters'))
/** What a header probably means. */
const proposal = {
  /** `null`: no dialect has this header, so only columns with known names have a proposed meaning. */
  dialect: z.nullable(z.string()),
  settings: inventorySettings,
  /** Columns without a meaning; they are ignored. */
  unknown_columns: z.array(z.string()),
  /** Where the currency comes from, unless amounts of the file name another: the dialect's documentation, or the team. */
  currency_from: z.enum(['dialect', 'team']),
  /** The team's profiles that can read this header and fit it best. With more than one, a person must choose. */
  profiles: z.array(
    z.object({
      id: profileId,
      /** Whether its files name no events, so that each upload says for which event it is. */
      needs_event: z.boolean(),
    }),
  ),
}

/** `inspect` reads only the first bytes of a text file. */
export const inspectedTextBytes = 256 * 1024

export const wireInspectedFile = z.object({
  kind: z.enum(['text', 'spreadsheet']),
  /** `null` for spreadsheets. */
  encoding: z.nullable(z.enum(['utf-8', 'utf-16', 'windows-1252'])),
  delimiter: z.nullable(z.enum([',', ';', '\t'])),
  /** Visible sheets, and the one that was read. Empty and `null` for text. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  header: z.array(z.string()),
  /** Up to ten. */
  rows: z.array(z.array(z.string())),
  ...proposal,
})
export type WireInspectedFile = z.output<typeof wireInspectedFile>

const profileParams = z.object({ profile_id: profileId })
const profileResponse = z.object({ data: wireInventoryProfile })

const header = z
  .array(z.string().check(z.maxLength(200)))
  .check(z.minLength(1, 'must name at least one column'), z.maxLength(200, 'must have at most 200 columns'))

/** A team's profiles: how its inventory files are read. */
export const inventoryProfilesRoutes = {
  list: defineRoute({
    name: 'inventory-profiles.list',
    method: 'GET',
    path: '/{product}/inventory/profiles',
    auth: 'seller',
    permission: 'view',
    response: z.object({ data: z.array(wireInventoryProfile) }),
    errors: [],
  }),
  dialects: defineRoute({
    name: 'inventory-profiles.dialects',
    method: 'GET',
    path: '/{product}/inventory/dialects',
    auth: 'seller',
    permission: 'view',
    response: z.object({ data: z.array(wireDialect) }),
    errors: [],
  }),
  /** Proposes what a header means. A person confirms it by saving a profile. */
  propose: defineRoute({
    name: 'inventory-profiles.propose',
    method: 'POST',
    path: '/{product}/inventory/profiles/propose',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({ header }),
    response: z.object({ data: z.object(proposal) }),
    errors: [],
  }),
  /**
   * Reads the form of a file, and proposes what it means. The body is the file itself, as for the upload: of a text file,
   * its first 256 kB are enough; a spreadsheet is sent whole.
   */
  inspect: defineRoute({
    name: 'inventory-profiles.inspect',
    method: 'POST',
    path: '/{product}/inventory/profiles/inspect',
    auth: 'seller',
    permission: 'list',
    query: z.strictObject({
      /** Of a spreadsheet; without it, the first one with a header. */
      sheet: z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100))),
    }),
    response: z.object({ data: wireInspectedFile }),
    errors: [
      'inventory_import.file_unreadable',
      'inventory_import.file_too_large',
      'inventory_import.file_empty',
      'inventory_import.storage_full',
      'files.unavailable',
    ],
    perMinute: 30,
    maxBodyBytes: maxInventoryFileBytes + 1024,
  }),
  /** Shows how settings would read rows of a file, and which settings are missing. Saves nothing. */
  examples: defineRoute({
    name: 'inventory-profiles.examples',
    method: 'POST',
    path: '/{product}/inventory/profiles/examples',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({
      settings: inventorySettings,
      header,
      rows: z
        .array(z.array(z.string().check(z.maxLength(5000))).check(z.maxLength(400)))
        .check(z.maxLength(maxExampleRows, `must have at most ${maxExampleRows} rows`)),
    }),
    response: z.object({
      data: z.object({
        /** Why no file could be read with these settings. */
        problems: z.array(z.object({ setting: z.string(), message: z.string() })),
        /** Meanings that no column has, and without which no row can be read. */
        missing: z.array(z.enum(importFields)),
        rows: z.array(wireRowExample),
      }),
    }),
    errors: [],
    perMinute: 240,
  }),
  create: defineRoute({
    name: 'inventory-profiles.create',
    method: 'POST',
    path: '/{product}/inventory/profiles',
    auth: 'seller',
    permission: 'list',
    body: z.strictObject({ name: profileName, settings: inventorySettings }),
    response: profileResponse,
    errors: ['inventory_profile.name_taken', 'inventory_profile.too_many'],
  }),
  /** Saves a new version, based on `version`. What decides prices, or who sees them first, also needs `price`. */
  change: defineRoute({
    name: 'inventory-profiles.change',
    method: 'PATCH',
    path: '/{product}/inventory/profiles/:profile_id',
    auth: 'seller',
    permission: 'list',
    params: profileParams,
    body: z.strictObject({ name: profileName, settings: inventorySettings, version: z.int() }),
    response: profileResponse,
    errors: ['inventory_profile.not_found', 'inventory_profile.name_taken', 'inventory_profile.changed'],
  }),
  /** Its listings stay on sale. */
  archive: defineRoute({
    name: 'inventory-profiles.archive',
    method: 'DELETE',
    path: '/{product}/inventory/profiles/:profile_id',
    auth: 'seller',
    permission: 'list',
    params: profileParams,
    response: z.object({ data: z.object({ id: profileId }) }),
    errors: ['inventory_profile.not_found'],
  }),
}
