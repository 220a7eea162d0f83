import type { ImportRow } from '../imports/import-run.ts'
import type { ImportWarning } from './source-rows.ts'

/** Number of rows per outcome, in report order. */
export interface WriteResult {
  counts: Record<string, number>
  /** Rows with an unknown name, such as a club or a venue. */
  bad: ImportWarning[]
  notes?: string[]
}

export interface ImportReport extends WriteResult {
  /** Rows in the file: good, bad and skipped. */
  read: number
  skipped: ImportWarning[]
  /** Rows of `bad` and `skipped`, where a large file lists only the first. */
  totals?: { bad: number; skipped: number }
  /** False after a dry run, and where bad rows keep the whole file of events from loading. */
  isApplied?: boolean
  /** The first rows of each outcome, for files of events. */
  rows?: readonly ImportRow[]
  /** Artists that the file adds to the catalogue. */
  newArtists?: readonly string[]
  /** Names for which rows wait, most rows first, each with its first line. */
  unknown?: readonly { what: string; name: string; rows: number; line: number }[]
}

export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size))
  return batches
}
