import { setTimeout as pause } from 'node:timers/promises'
import { fileIn } from '../apps/sandbox/src/settings.ts'
import { openStore } from '../apps/sandbox/src/store/store.ts'
import { openDatabase } from '../apps/api/src/db/client.ts'
import type pg from 'pg'
import { verifyLedger } from './verify-ledger.ts'
import type { BuyerRecord } from './buyers.ts'

const settleTimeoutMs = 90_000

/** How the data differ from the responses that buyers got, and from what the payment provider knows. */
export async function verifyRecord(
  { databaseUrl, sandboxFolder }: { databaseUrl: string; sandboxFolder: string },
  record: BuyerRecord,
): Promise<string[]> {
  const store = openStore(fileIn(sandboxFolder))
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    await waitUntilSettled(pool)
    return [
      ...record.problems.slice(0, 10),
      ...(await compareHolds(pool, record)),
      ...(await compareOrders(pool, record)),
      ...(await verifyLedger({ db, pool, store })),
    ]
  } finally {
    await db.destroy()
    store.close()
  }
}

async function compareHolds(pool: pg.Pool, { holds, withoutResponse }: BuyerRecord): Promise<string[]> {
  const acknowledged = new Set([...holds.values()].flat())
  const { rows } = await pool.query<{ id: string }>("select id from holds where team_id ~ '^tm_[0-9]+$'")
  const stored = new Set(rows.map(({ id }) => id))
  const lost = [...acknowledged].filter((id) => !stored.has(id))
  const extra = [...stored].filter((id) => !acknowledged.has(id))
  return [
    ...lost.map((id) => `hold ${id} was acknowledged and is lost`),
    // A request without a response may have placed one.
    ...(extra.length > withoutResponse ? [`${extra.length} holds exist that no response named`] : []),
  ]
}

async function compareOrders(
  pool: pg.Pool,
  { orders, pending, withoutResponse }: BuyerRecord,
): Promise<string[]> {
  const acknowledged = [...orders.values()]
  const { rows } = await pool.query<{ attempt_id: string; count: number }>(
    'select attempt_id, count(*)::integer as count from orders group by attempt_id',
  )
  const counts = new Map(rows.map(({ attempt_id, count }) => [attempt_id, count]))
  const extra = rows.filter(
    ({ attempt_id }) => !acknowledged.includes(attempt_id) && !pending.has(attempt_id),
  )
  return [
    ...acknowledged
      .filter((id) => counts.get(id) !== 1)
      .map((id) => `payment ${id} was acknowledged and has ${counts.get(id) ?? 0} orders`),
    ...(new Set(acknowledged).size < acknowledged.length ? ['two payments have one order'] : []),
    ...(extra.length > withoutResponse ? [`${extra.length} orders exist that no response named`] : []),
  ]
}

async function waitUntilSettled(pool: pg.Pool): Promise<void> {
  const end = Date.now() + settleTimeoutMs
  while (Date.now() < end) {
    const { rows } = await pool.query(
      "select from checkout_attempts where is_open union all select from order_refunds where state = 'pending' limit 1",
    )
    if (rows.length === 0) return
    await pause(500)
  }
}
