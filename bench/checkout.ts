import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { freePort } from '../tools/launch/processes/ports.ts'
import type { ServerUsage } from './checkout/checkout-server.ts'
import { createUsageReader } from './checkout/database-usage.ts'
import type { CheckoutResult, CheckoutJob } from './workers/checkout-worker.ts'
import { withBenchData, runs, type BenchData } from './bench-data.ts'
import { startSandbox } from './sandbox-process.ts'
import { metricOf, report } from './measure.ts'
import { seedOrders } from './seed-orders.ts'
import type { UpdateJob } from './workers/update-worker.ts'
import { startWorker } from './worker.ts'
import { UserError } from '../tools/launch/user-error.ts'

/**
 * The full path from listing to order over HTTP (hold, then buyer-checkout) against a conditional update of the same
 * listings through the same pool: first with a payment provider that responds from memory, then with the sandbox in its own
 * process. Both sides run 16 at a time from their own process, in alternating turns. What an order costs is counted as well.
 * `--provider memory` measures one provider; `--large` has 1,000,000 listings instead of 2,000, and 1,000,000 earlier orders.
 */
const { values: options } = parseArgs({
  options: { provider: { type: 'string' }, large: { type: 'boolean', default: false } },
})
const concurrency = 16
const seconds = 6

const stock = {
  events: options.large ? 10_000 : 20,
  listingsPerEvent: 100,
  ticketsPerListing: 1_000_000,
  teams: 128,
}
const earlierOrders = options.large ? 1_000_000 : 0
/** As many as in small data, spread over all events; all would take the workers longer to receive than to use. */
const listingsBought = 2000

/** Only the provider from memory has a target: the sandbox's share is not ours. */
const providers = [
  { name: 'memory', target: 0.05, goal: 0.06 },
  { name: 'sandbox', target: 0, goal: 0 },
].filter(({ name }) => options.provider === undefined || name === options.provider)
if (providers.length === 0) throw new UserError('--provider is memory or sandbox.')

await withBenchData(stock, async (seeded) => {
  if (earlierOrders > 0) await seedOrders(seeded.databaseUrl, earlierOrders, 1)
  const step = seeded.listingIds.length / listingsBought
  const listingIds = Array.from(
    { length: listingsBought },
    (_, index) => seeded.listingIds[index * step] ?? '',
  )
  const benchData = { ...seeded, listingIds }
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const [sqlWorker, http] = [
    startWorker<UpdateJob, number>('update-worker.ts'),
    startWorker<CheckoutJob, CheckoutResult>('checkout-worker.ts'),
  ]
  for (const { name, target, goal } of providers) {
    const { ours, baseline, perOrder } = await measure(benchData, { provider: name, sqlWorker, http })
    const ok = report({
      bench: `checkout, provider ${name}`,
      unit: 'orders per second, hold + buyer-checkout over HTTP : conditional UPDATE',
      target,
      goal,
      ours: ours.map(({ perSecond }) => perSecond),
      baseline,
      conditions: {
        p99Ms: Number(metricOf(ours.map(({ p99Ms }) => p99Ms)).median.toFixed(1)),
        perOrder,
        earlierOrders,
        connections: concurrency,
        load,
        ...benchData.conditions,
      },
    })
    if (!ok) process.exitCode = 1
  }
  await Promise.all([sqlWorker.stop(), http.stop()])
})
process.exit()

interface Measurement {
  provider: string
  sqlWorker: ReturnType<typeof startWorker<UpdateJob, number>>
  http: ReturnType<typeof startWorker<CheckoutJob, CheckoutResult>>
}

async function measure(
  { databaseUrl, dataFolder, sandbox, tokens, listingIds, serveFile, analyzeTables }: BenchData,
  { provider, sqlWorker, http }: Measurement,
) {
  const usagePort = await freePort()
  const server = await serveFile({
    file: 'bench/checkout/checkout-server.ts',
    BENCH_GATEWAY: provider,
    BENCH_USAGE_PORT: String(usagePort),
  })
  const provided =
    provider === 'sandbox' ? await startSandbox(sandbox, { dataFolder, serverPort: server.port }) : undefined
  const database = await createUsageReader(databaseUrl)
  const update = (time: number) => sqlWorker.run({ databaseUrl, listingIds, concurrency, seconds: time })
  const buy = (time: number) =>
    http.run({ port: server.port, tokens, listingIds, concurrency, seconds: time })
  const readUsage = async () => ({
    // The server sends this type.
    ...((await (await fetch(`http://127.0.0.1:${usagePort}`)).json()) as ServerUsage),
    database: await database.read(),
  })

  await update(1)
  await buy(3)
  await analyzeTables()
  const [ours, baseline]: [CheckoutResult[], number[]] = [[], []]
  const total = { orders: 0, serverCpuMs: 0, databaseCpuMs: 0, statements: 0, commits: 0, walBytes: 0 }
  for (let run = 0; run < runs; run++) {
    baseline.push(await update(seconds))
    const before = await readUsage()
    const bought = await buy(seconds)
    const after = await readUsage()
    ours.push(bought)
    total.orders += bought.count
    total.serverCpuMs += after.cpuMs - before.cpuMs
    total.databaseCpuMs += after.database.cpuMs - before.database.cpuMs
    total.statements += after.statements - before.statements
    total.commits += after.database.commits - before.database.commits
    total.walBytes += after.database.walBytes - before.database.walBytes
  }
  await database.close()
  await server.end()
  await provided?.end()
  const { orders, ...sums } = total
  const perOrder = Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, Number((sum / orders).toFixed(2))]),
  )
  return { ours, baseline, perOrder }
}
