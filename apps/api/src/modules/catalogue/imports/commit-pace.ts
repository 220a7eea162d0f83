import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'

/** An open write transaction delays the outbox, so commits aim far below the 200 ms that they may take. */
const targetMs = 80

export interface CommitPace {
  /** How many rows the next commit writes. */
  readonly size: number
  /** Adapts the size to how long a commit of this many rows has taken. */
  measure(rows: number, ms: number): void
}

export function openCommitPace({
  first,
  smallest = 20,
  largest,
}: {
  first: number
  smallest?: number
  largest: number
}): CommitPace {
  let size = first
  return {
    get size() {
      return size
    },
    measure(rows, ms) {
      if (rows === 0) return
      const next = (rows * targetMs) / Math.max(ms, 1)
      size = Math.round(Math.min(largest, 2 * size, Math.max(smallest, next)))
    },
  }
}

/** Commits pages of rows, each as large as the pace allows, until `commit` finds none. */
export async function commitPages(
  pace: CommitPace,
  commit: (limit: number) => Promise<number>,
): Promise<void> {
  for (;;) {
    const from = performance.now()
    const rows = await commit(pace.size)
    if (rows === 0) return
    pace.measure(rows, performance.now() - from)
  }
}

/** Writes rows one after the other, in short transactions. */
export async function commitRows<Row>(
  db: Db,
  rows: readonly Row[],
  {
    write,
    onProgress,
  }: {
    write: (tx: Tx, row: Row) => Promise<void>
    onProgress?: ((done: number, total: number) => void) | undefined
  },
): Promise<void> {
  let done = 0
  await commitPages(openCommitPace({ first: 20, smallest: 1, largest: 200 }), async (limit) => {
    const page = rows.slice(done, done + limit)
    if (page.length === 0) return 0
    await inTransaction(db, async (tx) => {
      for (const row of page) await write(tx, row)
    })
    done += page.length
    onProgress?.(done, rows.length)
    return page.length
  })
}
