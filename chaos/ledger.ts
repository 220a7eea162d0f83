import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase, type Db } from '../apps/api/src/db/client.ts'
import { updateListingAsOperator } from '../apps/api/src/modules/supply/index.ts'
import { systemClock } from '../apps/api/src/shared/clock.ts'
import { withBenchData, type BenchData } from '../bench/bench-data.ts'
import { startSandbox } from '../bench/sandbox-process.ts'
import { fileIn } from '../apps/sandbox/src/settings.ts'
import { openStore, type Store } from '../apps/sandbox/src/store/store.ts'
import { verifyLedger } from './verify-ledger.ts'
import { readOptions, type Options } from './options.ts'
import { newShopCounts, runShopper, type Shop } from './shopper.ts'
import { injectFaults } from './inject-faults.ts'

const stock = { events: 2, listingsPerEvent: 6, ticketsPerListing: 6, teams: 16 }
/** Longer than any pending payment and any webhook delay. */
const timeoutMs = 300_000

/**
 * Sixteen concurrent checkouts on overlapping holds at two API processes, with every kind of card and retry. Stock is
 * refilled, purchases are cancelled, refunds returned and payments disputed. Finally ledger, gateway and stock must
 * agree to the cent.
 */
export async function ledger(args: string[]): Promise<boolean> {
  const options = readOptions(args, { minutes: 5 })
  return withBenchData(stock, (benchData) => runTraffic(benchData, options), { durable: false })
}

async function runTraffic(benchData: BenchData, { minutes, seed }: Options): Promise<boolean> {
  const { databaseUrl, dataFolder, sandbox, tokens, listingIds, serve, conditions } = benchData
  // Unpaid attempts must expire before the run ends.
  const env = { HOLD_MINUTES: '1', PAYMENT_HOLD_EXTENSION_MINUTES: '1', LOG_LEVEL: 'warn' }
  const [serverPort, otherPort] = [await serve(env), await serve(env)]
  const ports = [serverPort, otherPort]
  const provider = await startSandbox(sandbox, { dataFolder, serverPort })
  const store = openStore(fileIn(sandbox.folder))
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 4 })
  try {
    const counts = newShopCounts()
    const until = Date.now() + minutes * 60_000
    const shop: Shop = { seed, until, ports, listingIds, counts }
    const [unsettled] = await Promise.all([
      injectFaults({ db, pool, store }, { seed, until }),
      ...tokens.map((token, index) => runShopper(shop, `shopper ${index}`, token)),
      restock({ db, pool }, until),
    ])
    await waitUntilSettled(pool, store)
    const problems = [...counts.problems, ...(await verifyLedger({ db, pool, store }))]
    const isConsistent = problems.length === 0 && counts.confirmed > 0
    console.log(
      JSON.stringify({
        chaos: 'ledger',
        ok: isConsistent,
        seed,
        minutes,
        ...counts,
        ...unsettled,
        problems,
        ...(await turnover(pool)),
        ...conditions,
      }),
    )
    return isConsistent
  } finally {
    await db.destroy()
    store.close()
    await provider.end()
  }
}

/** Keeps stock low, so that shoppers always compete for the last tickets. */
async function restock({ db, pool }: { db: Db; pool: pg.Pool }, until: number): Promise<void> {
  while (Date.now() < until) {
    const { rows } = await pool.query<{ id: string; target: number }>(`
      select l.id, l.sold + h.held + 4 as target from listings l
      cross join lateral (select coalesce(sum(quantity), 0)::integer as held from holds
        where listing_id = l.id and hold_is_open(is_open, reserved_until, clock_timestamp())) h
      where l.quantity - l.sold - h.held < 2`)
    for (const { id, target } of rows)
      await updateListingAsOperator({ db, clock: systemClock }, { listingId: id, quantity: target })
    await pause(100)
  }
}

/**
 * Waits until nothing is pending: abandoned attempts have ended, refunds are paid and all webhook events are
 * delivered.
 */
async function waitUntilSettled(pool: pg.Pool, store: Store): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const { rows } = await pool.query(`select from checkout_attempts
      where is_open
      union all select from order_refunds where state = 'pending'
      limit 1`)
    const event = store.find(`select id from events where delivered_at is null
      and (type like '%refund%' or type like '%dispute%') limit 1`)
    if (rows.length === 0 && !event) return
    await pause(1000)
  }
}

async function turnover(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ orders: number; tickets: number; charged: string }>(`
    select count(*)::integer as orders, coalesce(sum(tickets), 0)::integer as tickets,
      (coalesce(sum(total_minor), 0) / 100.0)::numeric(14, 2)::text as charged
    from (select o.id, o.total_minor, (select sum(quantity) from order_lines l where l.order_id = o.id) as tickets
      from orders o where o.state <> 'cancelled') o`)
  return rows[0] ?? {}
}
