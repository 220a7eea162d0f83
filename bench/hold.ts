import { onGround, turns } from './ground.ts'
import type { HoldWish } from './hold-worker.ts'
import { report } from './measure.ts'
import type { UpdateWish } from './update-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Hold and release over HTTP, each one operation, against one conditional update of the same rows through the same pool
 * (architecture.md §4). Both run 16 at a time from a process of their own; the turns alternate.
 */
const concurrency = 16
const seconds = 4

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 1_000_000, teams: 128 }

await onGround(stock, async ({ databaseUrl, tokens, listingIds, conditions, serve }) => {
  const port = await serve()
  const bare = startWorker<UpdateWish, number>('update-worker.ts')
  const http = startWorker<HoldWish, number>('hold-worker.ts')
  const update = (time: number) => bare.ask({ databaseUrl, listingIds, concurrency, seconds: time })
  const hold = (time: number) => http.ask({ port, tokens, listingIds, concurrency, seconds: time })

  await update(1)
  await hold(3)
  const [ours, ground]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    ground.push(await update(seconds))
    ours.push(await hold(seconds))
  }
  await Promise.all([bare.stop(), http.stop()])
  const ok = report({
    bench: 'hold',
    unit: 'operations per second, hold + release over HTTP : conditional UPDATE',
    bar: 0.3,
    aim: 0.45,
    ours,
    ground,
    conditions: { connections: concurrency, ...conditions },
  })
  process.exitCode = ok ? 0 : 1
})
process.exit()
