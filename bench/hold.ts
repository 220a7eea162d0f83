import { withBenchData, runs } from './bench-data.ts'
import type { HoldJob } from './workers/hold-worker.ts'
import { report } from './measure.ts'
import type { UpdateJob } from './workers/update-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Hold and release over HTTP, one operation each, against a conditional update of the same rows through the same
 * pool. Both run 16 at a time from their own process, in alternating turns.
 */
const concurrency = 16
const seconds = 4

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 1_000_000, teams: 128 }

await withBenchData(stock, async ({ databaseUrl, tokens, listingIds, conditions, serve }) => {
  const port = await serve()
  const sqlWorker = startWorker<UpdateJob, number>('update-worker.ts')
  const http = startWorker<HoldJob, number>('hold-worker.ts')
  const update = (time: number) => sqlWorker.run({ databaseUrl, listingIds, concurrency, seconds: time })
  const hold = (time: number) => http.run({ port, tokens, listingIds, concurrency, seconds: time })

  await update(1)
  await hold(3)
  const [ours, baseline]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    baseline.push(await update(seconds))
    ours.push(await hold(seconds))
  }
  await Promise.all([sqlWorker.stop(), http.stop()])
  const ok = report({
    bench: 'hold',
    unit: 'operations per second, hold + release over HTTP : conditional UPDATE',
    target: 0.3,
    goal: 0.45,
    ours,
    baseline,
    conditions: { connections: concurrency, ...conditions },
  })
  process.exitCode = ok ? 0 : 1
})
process.exit()
