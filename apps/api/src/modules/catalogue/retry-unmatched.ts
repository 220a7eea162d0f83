import { inTransaction } from '#api/db/transaction.ts'
import { lockFeeds } from './importers/feeds.repo.ts'
import type { ImportContext } from './importers/import-report.ts'
import type { Remark } from './importers/source-rows.ts'
import { listByStatus } from './importers/unmatched.repo.ts'
import { writeFeed } from './importers/write-feed.ts'

export interface Retried {
  /** Events that have found their place. */
  loaded: number
  waiting: number
  bad: (Remark & { fileName: string })[]
}

/** Tries again to place what waits: names may have become known since. */
export async function retryUnmatched(context: ImportContext): Promise<Retried> {
  const rows = await inTransaction(context.db, async (tx) => {
    await lockFeeds(tx)
    return listByStatus(tx, 'waiting')
  })
  const byFile = Map.groupBy(rows, (row) => row.fileName)
  const bad: Retried['bad'] = []
  for (const [fileName, entries] of byFile) {
    const events = entries.map(({ line, entry }) => ({ line, value: entry }))
    const written = await writeFeed({ ...context, onProgress: undefined }, events, fileName)
    bad.push(...written.bad.map((remark) => ({ ...remark, fileName })))
  }
  const before = new Set(rows.map((row) => row.id))
  const left = (await listByStatus(context.db, 'waiting')).filter((row) => before.has(row.id))
  const loaded = (await listByStatus(context.db, 'loaded')).filter((row) => before.has(row.id))
  return { loaded: loaded.length, waiting: left.length, bad }
}
