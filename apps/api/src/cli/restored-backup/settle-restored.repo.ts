import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

export interface RestoredCounts {
  orders: number
  lastOrderAt: Date | null
  /** Purchases that were being paid for. */
  openAttempts: number
  pendingRefunds: number
}

/**
 * When a process was last seen, and whether that is so recent that it may still run. Without `process_is_running()`, which
 * a restored database of an earlier release lacks.
 */
export async function readLastSeen(db: Db): Promise<{ at: string | null; isRecent: boolean }> {
  const { rows } = await sql<{ at: string | null; isRecent: boolean }>`
    select max(seen_at)::text as at,
      coalesce(max(seen_at) > clock_timestamp() - interval '4 seconds', false) as "isRecent"
    from processes`.execute(db)
  return rows[0] ?? { at: null, isRecent: false }
}

/** Forgets the processes of the original installation, whose claims have ended. */
export async function removeAllProcesses(db: Db): Promise<void> {
  await db.deleteFrom('processes').execute()
}

export async function readRestoredCounts(db: Db): Promise<RestoredCounts> {
  const { rows } = await sql<RestoredCounts>`
    select (select count(*)::int from orders) as orders,
      (select max(placed_at) from orders) as "lastOrderAt",
      (select count(*)::int from checkout_attempts where is_open) as "openAttempts",
      (select count(*)::int from order_refunds where state = 'pending') as "pendingRefunds"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without a from clause returned no row')
  return row
}

/** Names of the tickets' files, and of the signed documents. */
export async function readFileNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select storage_key as name from tickets where storage_key is not null
    union all
    select 'signed-documents/' || id || '.pdf' from signed_envelopes where provider = 'in-app'`.execute(db)
  return rows.map(({ name }) => name)
}
