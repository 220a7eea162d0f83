import type { Actor } from '#api/audit/actor.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Db } from '#api/db/client.ts'
import type { ImportRow } from '../imports/import-run.ts'
import type { ImportWarning } from './source-rows.ts'

/** Number of rows per outcome, in report order. */
export interface WriteResult {
  counts: Record<string, number>
  /** Rows with an unknown name, such as a club or a venue. */
  bad: ImportWarning[]
}

export interface ImportReport extends WriteResult {
  /** Rows in the file: good, bad and skipped. */
  read: number
  skipped: ImportWarning[]
  /** Rows of `bad` and `skipped`, where a large file lists only the first. */
  totals?: { bad: number; skipped: number }
  notes?: string[]
  /** False after a dry run, and where bad rows keep the whole file of events from loading. */
  isApplied?: boolean
  /** The first rows of each outcome, for files of events. */
  rows?: readonly ImportRow[]
  /** Artists that the file adds to the catalogue. */
  newArtists?: readonly string[]
  /** Names for which rows wait, most rows first, each with its first line. */
  unknown?: readonly { what: string; name: string; rows: number; line: number }[]
}

export interface ImportContext {
  db: Db
  clock: Clock
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Receives what an import of events does with each row. */
  onRows?: ((rows: readonly ImportRow[]) => Promise<void> | void) | undefined
  /** How long an import of events waits for another one. */
  lockWaitMs?: number | undefined
  /** How many stored events an import may change at once. */
  maxChanges?: number | undefined
  /** Who imports, for the audit log; without it, the server. */
  actor?: Actor | undefined
}

export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size))
  return batches
}
