import pg from 'pg'
import { openDatabase } from '../apps/api/src/db/client.ts'
import { withBenchData, type BenchData } from '../bench/bench-data.ts'
import { startAudit } from './audit.ts'
import { findMismatches } from './compare-feeds.ts'
import { seedExpiringHolds, seedSeatingPlan } from './seed-scenario.ts'
import { readOptions, type Options } from './options.ts'
import { newTrafficCounts, runBroker, runReader, runSeller, type TrafficSetup } from './traffic.ts'

const stock = { events: 5, listingsPerEvent: 30, ticketsPerListing: 6, teams: 24 }
const brokers = 8
const readersPerProcess = 2
const staleBarMs = 1000

/**
 * Two API processes on one database with brokers, a seller, expiring holds and feed readers. Finally the cached
 * snapshots of both must equal the database. No feed may ever show a sold listing or an old price for more than a
 * second.
 */
export async function consistency(args: string[]): Promise<boolean> {
  const options = readOptions(args, { minutes: 10 })
  // A change is dated when written but visible when committed: a slow disk would distort the difference.
  return withBenchData(stock, (benchData) => runTraffic(benchData, options), { durable: false })
}

async function runTraffic(benchData: BenchData, { minutes, seed }: Options): Promise<boolean> {
  const { databaseUrl, tokens, eventIds, listingIds, serve, conditions } = benchData
  await onClient(databaseUrl, async (client) => {
    await seedSeatingPlan(client)
    await seedExpiringHolds(client, seed)
  })
  // Holds last one minute, so that many expire during the run.
  const env = { HOLD_MINUTES: '1', LOG_LEVEL: 'warn' }
  const ports = [await serve(env), await serve(env)]
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 4 })
  try {
    const audit = await startAudit(db)
    const counts = newTrafficCounts()
    const until = Date.now() + minutes * 60_000
    const setup: TrafficSetup = { seed, until, ports, tokens, eventIds, listingIds, counts }
    await Promise.all([
      ...Array.from({ length: brokers }, (_, index) =>
        runBroker(
          setup,
          `broker ${index}`,
          tokens.filter((_token, team) => team % brokers === index),
        ),
      ),
      runSeller(setup, db),
      ...ports.flatMap((port) =>
        Array.from({ length: readersPerProcess }, (_, index) =>
          runReader(setup, { name: `reader ${index} of ${ports.indexOf(port)}`, port, audit }),
        ),
      ),
    ])
    const { expiries, ...stale } = await audit.end()
    const mismatches = await findMismatches(pool, { ports, tokens, eventIds })
    const isFresh = stale.evaluated > 0 && stale.worstMs <= staleBarMs
    const isConsistent = isFresh && mismatches.length === 0 && counts.problems.length === 0
    console.log(
      JSON.stringify({
        chaos: 'consistency',
        ok: isConsistent,
        seed,
        minutes,
        ...counts,
        expiries,
        stale: { ...stale, barMs: staleBarMs },
        mismatches,
        notices: process.env['VALKEY_URL'] === undefined ? 'outbox' : 'valkey',
        ...conditions,
      }),
    )
    return isConsistent
  } finally {
    await db.destroy()
  }
}

async function onClient(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
