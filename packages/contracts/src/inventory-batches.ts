import { z } from 'zod/mini'
import { importProblem, inventoryRowActions } from './inventory-import-rows.ts'
import { inventoryImportStates, waitReasons } from './inventory-imports.ts'
import { listingId } from './listings.ts'
import { maxInventoryFileBytes } from './inventory-profiles.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Rows in a JSON body; larger inventories are sent as files. */
export const maxBatchRows = 10_000
export const maxBatchJsonBytes = 4 * 1024 * 1024

const importId = z.string().check(z.regex(/^imp_[0-9A-Za-z_-]{1,60}$/, 'must be an import id'))
const importParams = z.object({ import_id: importId })
const count = z.int().check(z.nonnegative())

export const wireBatch = z.object({
  id: importId,
  /** `previewed`: a person has to decide; `waits_for` says why. `refused`: nothing was changed, and `problem` says why. */
  state: z.enum(inventoryImportStates),
  waits_for: z.nullable(z.enum(waitReasons)),
  /** The same for people. */
  waits_because: z.nullable(z.string()),
  file_name: z.string(),
  file_made_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  rows_read: count,
  counts: z.object({
    new: count,
    changed: count,
    unchanged: count,
    withdrawn: count,
    held: count,
    skipped: count,
    invalid: count,
    written: count,
    rejected: count,
  }),
  problem: z.nullable(importProblem),
  finished_at: z.nullable(z.iso.datetime()),
})
export type WireBatch = z.output<typeof wireBatch>

/** Of one cell in a JSON body. */
const maxBatchCellChars = 5000

const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()], {
    error: 'must be a text, a number, true, false or null',
  })
  .check(
    z.refine(
      (value) => typeof value !== 'string' || value.length <= maxBatchCellChars,
      `must be at most ${maxBatchCellChars} characters`,
    ),
  )

/** The JSON body of a batch; {@link batchRowAt} validates its rows one by one. */
export const batchRowsBody = z.strictObject({
  rows: z
    .array(z.null())
    .check(
      z.minLength(1, 'must have at least one row; send a file with a header alone to withdraw everything'),
      z.maxLength(maxBatchRows, `must have at most ${maxBatchRows} rows`),
    ),
})

/** A row by its place: its cells by column name, as the profile names its columns. */
export const batchRowAt = z.object({
  rows: z.record(z.string(), z.record(z.string().check(z.maxLength(100)), cell)),
})
export type BatchRow = z.output<typeof batchRowAt>['rows'][string]

/** Inventory from a seller's system, with an API key instead of a session. docs/guides/inventory-api.md explains them. */
export const inventoryBatchesRoutes = {
  /**
   * Stores a file and starts to read it; returns 202. The body is a file (CSV, TSV or XLSX) or JSON with `rows`. The same
   * `Idempotency-Key` with the same body, event and time returns the same import.
   */
  send: defineRoute({
    name: 'inventory-batches.send',
    method: 'POST',
    path: '/inventory/batch',
    auth: 'api_key',
    idempotent: true,
    query: z.strictObject({
      file_name: z._default(
        z
          .string()
          .check(
            visibleLine(),
            z.minLength(1, 'must not be empty'),
            z.maxLength(200, 'must be at most 200 characters'),
          ),
        'batch',
      ),
      /** When the inventory was read; without it, now. */
      made_at: z.optional(z.iso.datetime({ error: 'must be a time such as 2026-12-01T09:00:00Z' })),
      /** The event of all rows, for profiles whose files name none. */
      event_id: z.optional(
        z.coerce.number('must be an event id').check(z.int(), z.positive(), z.lte(2_147_483_647)),
      ),
    }),
    response: z.object({ data: wireBatch }),
    errors: [
      'api_key.invalid',
      'inventory_profile.not_found',
      'inventory_import.file_too_large',
      'inventory_import.file_empty',
      'inventory_import.event_not_found',
      'inventory_import.storage_full',
      'inventory_import.too_many_waiting',
      'idempotency.key_reused',
      'files.unavailable',
    ],
    perMinute: 60,
    maxBodyBytes: maxInventoryFileBytes + 1024,
  }),
  one: defineRoute({
    name: 'inventory-batches.one',
    method: 'GET',
    path: '/inventory/batch/:import_id',
    auth: 'api_key',
    params: importParams,
    response: z.object({ data: wireBatch }),
    errors: ['api_key.invalid', 'inventory_import.not_found'],
    perMinute: 300,
  }),
  /** What became of each row, in the order of the file; withdrawn listings follow without a line. */
  rows: defineRoute({
    name: 'inventory-batches.rows',
    method: 'GET',
    path: '/inventory/batch/:import_id/rows',
    auth: 'api_key',
    params: importParams,
    query: z.strictObject(pageQuery(100)),
    response: z.object({
      data: z.array(
        z.object({
          line: z.nullable(z.int()),
          external_id: z.nullable(z.string()),
          action: z.enum(inventoryRowActions),
          /** `null` until the import is applied. */
          result: z.nullable(z.enum(['written', 'unchanged', 'rejected', 'undone', 'undo_rejected'])),
          problem: z.nullable(importProblem),
          warnings: z.array(importProblem),
          listing_id: z.nullable(listingId),
        }),
      ),
      meta: pageMeta,
    }),
    errors: ['api_key.invalid', 'inventory_import.not_found'],
    perMinute: 300,
  }),
}
