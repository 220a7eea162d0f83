import { z } from 'zod/mini'
import { importProblem, inventoryRowActions, wireHeldEvent, wireImportRow } from './inventory-import-rows.ts'
import { importModes, maxInventoryFileBytes, profileId } from './inventory-profiles.ts'
import { pageMeta, pageQuery, sortQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'
import { wireMoney } from './wire-money.ts'

export { maxInventoryFileBytes }
/** An applied import can be undone for this long. */
export const importUndoHours = 24
/** Prices that move by more are pointed out. */
export const bigPriceMovePercent = 10

const importId = z.string().check(z.regex(/^imp_[0-9A-Za-z_-]{1,60}$/, 'must be an import id'))
const eventId = z.int('must be an event id').check(z.positive('must be an event id'), z.lte(2_147_483_647))

/**
 * A file is received, parsed into rows, matched with events, and previewed; then a person or the server applies it. Until
 * then it can be discarded. `received`, `parsed`, `matched`, `applying` and `undoing`: the server works. `refused`: nothing
 * was changed, and `problem` says why.
 */
export const inventoryImportStates = [
  'received',
  'parsed',
  'matched',
  'previewed',
  'applying',
  'done',
  'done_with_errors',
  'refused',
  'discarded',
  'undoing',
  'undone',
] as const

/** Where a file came from: a page, the command line, the API or a drop folder. */
export const importSources = ['upload', 'command', 'api', 'drop'] as const

/**
 * Why a file that arrived without a person waits for one. `profile`: its profile says so; `first_imports`: fewer than two
 * clean imports; `earlier`: an earlier file of the profile waits; `prices`: many prices move, or some by a factor of ten;
 * `key`: its API key was revoked after it arrived.
 */
export const waitReasons = [
  'profile',
  'first_imports',
  'withdrawals',
  'held',
  'earlier',
  'prices',
  'key',
] as const

const count = z.int().check(z.nonnegative())

export const wireInventoryImport = z.object({
  id: importId,
  profile: z.object({ id: profileId, name: z.string(), version: z.int() }),
  state: z.enum(inventoryImportStates),
  file_name: z.string(),
  file_bytes: count,
  /** When the seller's system wrote the file. Sales since then are subtracted. */
  file_made_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  /** Full name; `null` for the operator, or once the account is erased. */
  uploaded_by: z.nullable(z.string()),
  source: z.enum(importSources),
  /** Why a file that arrived without a person waits for one; `null` for others, and once it is decided. */
  waits_for: z.nullable(z.enum(waitReasons)),
  /** Rows that the server has dealt with in the present step; `total` is not known while it reads the file. */
  progress: z.nullable(z.object({ done: count, total: z.nullable(count) })),
  rows_read: count,
  /** Listings on sale that the profile's files manage, at the preview. */
  live_before: count,
  counts: z.object({
    new: count,
    changed: count,
    unchanged: count,
    withdrawn: count,
    /** Rows that wait for a decision about their event. */
    held: count,
    skipped: count,
    invalid: count,
    /** Once applied: rows that were written, and those that could not be. */
    written: count,
    rejected: count,
    undone: count,
    undo_rejected: count,
  }),
  /** Why nothing was changed. */
  problem: z.nullable(importProblem),
  /** `guarded`: `counts.withdrawn` must be confirmed, or the listings kept on sale, before the import can be applied. */
  withdrawals: z.enum(['none', 'free', 'guarded', 'confirmed', 'kept']),
  applied_at: z.nullable(z.iso.datetime()),
  finished_at: z.nullable(z.iso.datetime()),
  undone_at: z.nullable(z.iso.datetime()),
  undo_until: z.nullable(z.iso.datetime()),
})
export type WireInventoryImport = z.output<typeof wireInventoryImport>

/** A price of the file with what it means. */
const priceExample = z.object({
  line: z.int(),
  price: wireMoney,
  /** What the seller receives for one ticket. */
  proceeds: z.optional(wireMoney),
  /** What a buyer pays for it, with the service fee. */
  buyer_pays: wireMoney,
})

const detail = z.extend(wireInventoryImport, {
  mode: z.enum(importModes),
  /** The file that was applied before this one. */
  last_file: z.nullable(z.object({ name: z.string(), rows: count })),
  totals: z.object({
    /** Tickets of new listings. */
    new_tickets: count,
    /** Rows whose quantity is lower because of sales after the file was made. */
    reduced_by_sales: count,
    /** Prices that move by more than `bigPriceMovePercent`. */
    big_price_moves: count,
    /** What changed listings bring the seller if all of their unsold tickets are sold, by currency. */
    proceeds: z.optional(z.array(z.object({ before: wireMoney, after: wireMoney }))),
  }),
  /** The column of the price and what it says, as the profile reads it. */
  price_column: z.nullable(z.object({ name: z.string(), unit: z.string() })),
  /** The first three prices. */
  examples: z.array(priceExample),
  /** Unchanged rows that are as in the last file. The list of rows leaves them out; the result has them. */
  kept_rows: count,
  /** Events of held rows. */
  held_events: count,
  /** Why rows are invalid or were rejected, the most frequent first. */
  reasons: z.array(z.object({ code: z.string(), message: z.string(), rows: count })),
})
export type WireInventoryImportDetail = z.output<typeof detail>

const importParams = z.object({ import_id: importId })
const importResponse = z.object({ data: wireInventoryImport })
/** A part of a CSV file; `next` names the next part. Only the first part has the header. */
export const csvPart = z.object({
  data: z.object({ filename: z.string(), csv: z.string(), next: z.nullable(z.string()) }),
})
export const after = z.optional(z.string().check(z.maxLength(80)))

/** Inventory files: upload, preview, decisions, apply, undo. */
export const inventoryImportsRoutes = {
  list: defineRoute({
    name: 'inventory-imports.list',
    method: 'GET',
    path: '/{product}/inventory/imports',
    auth: 'seller',
    permission: 'view',
    query: z.strictObject(pageQuery(20)),
    response: z.object({ data: z.array(wireInventoryImport), meta: pageMeta }),
    errors: [],
  }),
  /**
   * Stores a file and starts to read it. The body is the file itself, with the content type `text/csv` or
   * `application/octet-stream`, also for spreadsheets (XLSX).
   */
  upload: defineRoute({
    name: 'inventory-imports.upload',
    method: 'POST',
    path: '/{product}/inventory/imports',
    auth: 'seller',
    permission: 'list',
    query: z.strictObject({
      profile_id: profileId,
      file_name: z
        .string()
        .check(
          visibleLine(),
          z.minLength(1, 'must not be empty'),
          z.maxLength(200, 'must be at most 200 characters'),
        ),
      /** When the file was written; without it, now. */
      made_at: z.optional(z.iso.datetime({ error: 'must be a time such as 2026-12-01T09:00:00Z' })),
      /** The event of all rows, for files that name none. */
      event_id: z.optional(
        z.coerce.number('must be an event id').check(z.int(), z.positive(), z.lte(2_147_483_647)),
      ),
    }),
    response: importResponse,
    errors: [
      'inventory_profile.not_found',
      'inventory_import.storage_full',
      'inventory_import.file_too_large',
      'inventory_import.file_empty',
      'inventory_import.event_not_found',
      'files.unavailable',
    ],
    perMinute: 30,
    maxBodyBytes: maxInventoryFileBytes + 1024,
  }),
  one: defineRoute({
    name: 'inventory-imports.one',
    method: 'GET',
    path: '/{product}/inventory/imports/:import_id',
    auth: 'seller',
    permission: 'view',
    params: importParams,
    response: z.object({ data: detail }),
    errors: ['inventory_import.not_found'],
  }),
  /** What each row does, or did. */
  rows: defineRoute({
    name: 'inventory-imports.rows',
    method: 'GET',
    path: '/{product}/inventory/imports/:import_id/rows',
    auth: 'seller',
    permission: 'view',
    params: importParams,
    query: z.strictObject({
      action: z.optional(
        z.enum(inventoryRowActions, { error: `must be one of ${inventoryRowActions.join(', ')}` }),
      ),
      result: z.optional(
        z.enum(['written', 'rejected', 'undone', 'undo_rejected'], {
          error: 'must be written, rejected, undone or undo_rejected',
        }),
      ),
      /** Only rows whose price moves by more than so many percent. */
      price_moves_over: z.optional(
        z.coerce
          .number('must be a whole number from 0 to 1000')
          .check(z.int('must be a whole number from 0 to 1000'), z.gte(0), z.lte(1000)),
      ),
      ...sortQuery(['line', 'price_change'], { by: 'line', direction: 'asc' }),
      ...pageQuery(100),
    }),
    response: z.object({ data: z.array(wireImportRow), meta: pageMeta }),
    errors: ['inventory_import.not_found'],
  }),
  /** Events that were not recognised, those with most rows first. */
  heldEvents: defineRoute({
    name: 'inventory-imports.held-events',
    method: 'GET',
    path: '/{product}/inventory/imports/:import_id/events',
    auth: 'seller',
    permission: 'view',
    params: importParams,
    query: z.strictObject(pageQuery(50)),
    response: z.object({ data: z.array(wireHeldEvent), meta: pageMeta }),
    errors: ['inventory_import.not_found'],
  }),
  /** Decides about all rows of the file that name the event. A chosen event is remembered for later files. */
  decideEvent: defineRoute({
    name: 'inventory-imports.decide-event',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/events',
    auth: 'seller',
    permission: 'list',
    params: importParams,
    body: z.union(
      [
        z.strictObject({ key: z.string().check(z.maxLength(2000)), event_id: eventId }),
        z.strictObject({ key: z.string().check(z.maxLength(2000)), skip: z.literal(true) }),
      ],
      { error: 'must have a key, and an event_id or skip' },
    ),
    response: importResponse,
    errors: [
      'inventory_import.not_found',
      'inventory_import.event_not_found',
      'inventory_import.wrong_state',
    ],
  }),
  decideWithdrawals: defineRoute({
    name: 'inventory-imports.decide-withdrawals',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/withdrawals',
    auth: 'seller',
    permission: 'list',
    params: importParams,
    body: z.union(
      [
        /** The exact number of listings that the file withdraws. */
        z.strictObject({ count: z.int('must be a whole number') }),
        z.strictObject({ keep: z.literal(true) }),
      ],
      { error: 'must have the count of listings to withdraw, or keep' },
    ),
    response: importResponse,
    errors: [
      'inventory_import.not_found',
      'inventory_import.wrong_state',
      'inventory_import.withdrawals_count',
    ],
  }),
  /** Needs `price`, and `money` if the file has costs. Starts to write what the preview shows. A repeated call changes nothing more. */
  apply: defineRoute({
    name: 'inventory-imports.apply',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/apply',
    auth: 'seller',
    permission: 'list',
    params: importParams,
    response: importResponse,
    errors: [
      'inventory_import.not_found',
      'inventory_import.wrong_state',
      'inventory_import.busy',
      'inventory_import.preview_outdated',
      'inventory_import.withdrawals_unconfirmed',
    ],
  }),
  discard: defineRoute({
    name: 'inventory-imports.discard',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/discard',
    auth: 'seller',
    permission: 'list',
    params: importParams,
    response: importResponse,
    errors: ['inventory_import.not_found', 'inventory_import.wrong_state'],
  }),
  /**
   * Restores what the import changed, except listings that were changed since. Listings that it withdrew go back on sale
   * only with `relist_withdrawn`: their tickets were not sold elsewhere.
   */
  undo: defineRoute({
    name: 'inventory-imports.undo',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/undo',
    auth: 'seller',
    permission: 'list',
    params: importParams,
    body: z.strictObject({ relist_withdrawn: z._default(z.boolean(), false) }),
    response: importResponse,
    errors: [
      'inventory_import.not_found',
      'inventory_import.wrong_state',
      'inventory_import.busy',
      'inventory_import.undo_expired',
    ],
  }),
  /** What an undo would do, without doing it. */
  undoPreview: defineRoute({
    name: 'inventory-imports.undo-preview',
    method: 'GET',
    path: '/{product}/inventory/imports/:import_id/undo',
    auth: 'seller',
    permission: 'view',
    params: importParams,
    response: z.object({
      data: z.object({
        /** Changed listings that get their former values back. */
        restored: count,
        /** New listings that are withdrawn. */
        withdrawn: count,
        /** Withdrawn listings and their tickets that can go back on sale, if they were not sold elsewhere. */
        relistable: z.object({ listings: count, tickets: count }),
        /** Listings that were changed since; they stay as they are. */
        changed_since: count,
        /** Of the new listings: tickets that buyers hold or bought, which stay. */
        committed_tickets: count,
      }),
    }),
    errors: ['inventory_import.not_found', 'inventory_import.wrong_state', 'inventory_import.undo_expired'],
  }),
  /** One line per row: what it did, why not, and its listing. */
  result: defineRoute({
    name: 'inventory-imports.result',
    method: 'GET',
    path: '/{product}/inventory/imports/:import_id/result',
    auth: 'seller',
    permission: 'view',
    params: importParams,
    query: z.strictObject({
      after,
      /** Only rows of this action. */
      action: z.optional(
        z.enum(inventoryRowActions, { error: `must be one of ${inventoryRowActions.join(', ')}` }),
      ),
    }),
    response: csvPart,
    errors: ['inventory_import.not_found', 'inventory_import.file_deleted', 'files.unavailable'],
  }),
}
