import { loadavg } from 'node:os'
import type { CheckoutSqlJob } from './workers/checkout-sql-worker.ts'
import type { CheckoutResult, CheckoutJob } from './workers/checkout-worker.ts'
import { withBenchData, runs } from './bench-data.ts'
import { metricOf, report } from './measure.ts'
import { startWorker } from './worker.ts'

/**
 * The full path from listing to order over HTTP (hold, then buyer-checkout with the sandbox) against the bare SQL of
 * the same path through the same pool, in a marketplace with existing sales. Both run 16 at a time from their own
 * process, in alternating turns.
 */
const concurrency = 16
const seconds = 6

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 1_000_000, teams: 128 }

await withBenchData(stock, async ({ databaseUrl, tokens, listingIds, conditions, serve, analyzeTables }) => {
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const port = await serve()
  const sqlWorker = startWorker<CheckoutSqlJob, number>('checkout-sql-worker.ts')
  const http = startWorker<CheckoutJob, CheckoutResult>('checkout-worker.ts')
  const write = (time: number) =>
    sqlWorker.run({ databaseUrl, listingIds, teams: tokens.length, concurrency, seconds: time })
  const buy = (time: number) => http.run({ port, tokens, listingIds, concurrency, seconds: time })

  await write(1)
  await buy(3)
  await analyzeTables()
  const [bought, baseline]: [CheckoutResult[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    baseline.push(await write(seconds))
    bought.push(await buy(seconds))
  }
  await Promise.all([sqlWorker.stop(), http.stop()])
  const ok = report({
    bench: 'checkout',
    unit: 'orders per second, hold + buyer-checkout over HTTP : the bare SQL of the same transactions',
    target: 0.3,
    goal: 0.4,
    ours: bought.map(({ perSecond }) => perSecond),
    baseline,
    conditions: {
      p99Ms: Number(metricOf(bought.map(({ p99Ms }) => p99Ms)).median.toFixed(1)),
      connections: concurrency,
      load,
      ...conditions,
    },
  })
  process.exitCode = ok ? 0 : 1
})
process.exit()
