import { loadavg } from 'node:os'
import type { CheckoutSqlWish } from './checkout-sql-worker.ts'
import type { Bought, CheckoutWish } from './checkout-worker.ts'
import { onGround, turns } from './ground.ts'
import { figure, report } from './measure.ts'
import { startWorker } from './worker.ts'

/**
 * The whole way from a listing to an order over HTTP (hold, then buyer-checkout with the sandbox, which answers at once),
 * against the bare SQL of the same way through the same pool, in a marketplace that has sold before. Both run 16 at a time from a process of their own; the turns
 * alternate.
 */
const concurrency = 16
const seconds = 6

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 1_000_000, teams: 128 }

await onGround(stock, async ({ databaseUrl, tokens, listingIds, conditions, serve, settle }) => {
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const port = await serve()
  const bare = startWorker<CheckoutSqlWish, number>('checkout-sql-worker.ts')
  const http = startWorker<CheckoutWish, Bought>('checkout-worker.ts')
  const write = (time: number) =>
    bare.ask({ databaseUrl, listingIds, teams: tokens.length, concurrency, seconds: time })
  const buy = (time: number) => http.ask({ port, tokens, listingIds, concurrency, seconds: time })

  await write(1)
  await buy(3)
  await settle()
  const [bought, ground]: [Bought[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    ground.push(await write(seconds))
    bought.push(await buy(seconds))
  }
  await Promise.all([bare.stop(), http.stop()])
  const ok = report({
    bench: 'checkout',
    unit: 'orders per second, hold + buyer-checkout over HTTP : the bare SQL of the same transactions',
    bar: 0.3,
    aim: 0.4,
    ours: bought.map(({ perSecond }) => perSecond),
    ground,
    conditions: {
      p99Ms: Number(figure(bought.map(({ p99Ms }) => p99Ms)).median.toFixed(1)),
      connections: concurrency,
      load,
      ...conditions,
    },
  })
  process.exitCode = ok ? 0 : 1
})
process.exit()
