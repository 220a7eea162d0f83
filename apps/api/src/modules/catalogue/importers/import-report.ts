import type { Clock } from '#api/shared/clock.ts'
import type { Db } from '#api/db/client.ts'
import type { Remark } from './source-rows.ts'

/** What a writer did with the good rows, by what became of them, in the order in which it is told. */
export interface Written {
  counts: Record<string, number>
  /** Rows that could be read but not be placed: an unknown club, an unknown ground. */
  bad: Remark[]
}

export interface ImportReport extends Written {
  /** Rows in the file, good, bad and left out. */
  read: number
  skipped: Remark[]
  /** What else there is to know, in words. */
  notes?: string[]
}

export interface ImportContext {
  db: Db
  clock: Clock
  /** Called after each batch with how many rows are done, of how many. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** `items` in pieces of at most `size`, none empty. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size))
  return batches
}
