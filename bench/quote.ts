import { setTimeout as wait } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import pg from 'pg'
import { bodyOf, openConnection, requestText } from './connection.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'
import { withBenchData, type BenchData } from './bench-data.ts'
import type { PaceResult, PaceJob } from './workers/pace-worker.ts'
import { startWorker } from './worker.ts'

/**
 * The quote page with 200 clients per second while stock changes five times a second, and with 500 concurrent
 * clients on a cold server, with its database reads. Once for a quote of five listings, once for a whole event, of
 * which each client receives the first hundred offers.
 */
const listings = 1000
const perSecond = 200
const seconds = 15
const maxConcurrent = 500
const targetMs = 15
const maxTableReads = 20

/** PostgreSQL reports the reads of idle sessions within this time. */
const statsDelayMs = 11_000

const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`

await withBenchData(
  { events: 1, listingsPerEvent: listings, ticketsPerListing: 4, teams: 64 },
  async (benchData) => {
    const five = benchData.listingIds.slice(0, 5).map((listing_id) => ({ listing_id, quantity: 2 }))
    const first = await measure('quote of five listings', benchData, { listings: five })
    const second = await measure('quote of a whole event', benchData, {})
    process.exitCode = first && second ? 0 : 1
  },
)
process.exit()

async function measure(bench: string, benchData: BenchData, offer: object): Promise<boolean> {
  const creatorPort = await benchData.serve()
  const [token = ''] = benchData.tokens
  const created = await sendRequest(
    creatorPort,
    requestText('POST', path(quoteCreationRoutes.generate), {
      token,
      body: {
        event_id: benchData.eventIds[0],
        title: 'Bench',
        quote_expiry: 24,
        currency_to_display: 'GBP',
        commission_method: 'percentage',
        commission_amount: '12.5',
        ...offer,
      },
    }),
  )
  const { slug } = quoteCreationRoutes.generate.response.parse(created).data
  // Each client has its own IP address, because limits count by it.
  const requests = Array.from({ length: perSecond * seconds }, (_, client) =>
    requestText('POST', path(quotePageRoutes.details), {
      body: { slug, is_opening: true },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/142.0 Safari/537.36',
        'x-forwarded-for': `198.18.${Math.floor(client / 250)}.${(client % 250) + 1}`,
      },
    }),
  )

  const port = await benchData.serve({ TRUSTED_PROXIES: '127.0.0.1' })
  const getter = startWorker<GetJob, GetResult>('get-worker.ts')
  const before = await countReads(benchData.databaseUrl)
  const opened = await getter.run({
    port,
    requests: requests.slice(0, maxConcurrent),
    connections: maxConcurrent,
    seconds: 60,
    once: true,
  })
  const reads = (await countReads(benchData.databaseUrl)) - before
  await getter.stop()

  const pacer = startWorker<PaceJob, PaceResult>('pace-worker.ts')
  await pacer.run({ port, requests, connections: 64, perSecond, seconds: 3 })
  const holdTraffic = startHoldTraffic(creatorPort, benchData)
  const { durations } = await pacer.run({ port, requests, connections: 64, perSecond, seconds })
  const changes = await holdTraffic.stop()
  await pacer.stop()

  const sorted = durations.toSorted((left, right) => left - right)
  const at = (fraction: number) =>
    Number((sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN).toFixed(1))
  const ok = at(0.99) <= targetMs && reads <= maxTableReads
  console.log(
    JSON.stringify({
      bench,
      ok,
      unit: 'ms',
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      target: targetMs,
      perSecond,
      seconds,
      changesOfStock: changes,
      concurrentClients: {
        clients: maxConcurrent,
        p99Ms: Math.round(opened.p99Ms),
        tableReads: reads,
        maxReads: maxTableReads,
      },
      ...benchData.conditions,
    }),
  )
  return ok
}

/** Number of reads of the tables behind a quote, without polled tables. */
async function countReads(databaseUrl: string): Promise<number> {
  await wait(statsDelayMs)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ reads: number }>(
      `select sum(coalesce(idx_scan, 0) + seq_scan)::int as reads from pg_stat_user_tables
        where schemaname = 'public' and relname in ('quotes', 'quote_offers', 'team_quote_settings', 'listings')`,
    )
    return rows[0]?.reads ?? Number.NaN
  } finally {
    await client.end()
  }
}

/** Another team holds and releases tickets of the event through another process, five changes per second. */
function startHoldTraffic(port: number, { tokens, listingIds }: BenchData) {
  const stopping = new AbortController()
  let changes = 0

  async function run(): Promise<void> {
    const token = tokens[1] ?? ''
    while (!stopping.signal.aborted) {
      const held = await sendRequest(
        port,
        requestText('POST', path(holdsRoutes.place), {
          token,
          body: [{ listing_id: listingIds[changes % 5], quantity: 1 }],
        }),
      )
      const [line] = holdsRoutes.place.response.parse(held).data
      await wait(200)
      await sendRequest(
        port,
        requestText('POST', path(holdsRoutes.release), {
          token,
          body: [{ hold_id: line?.hold_id, quantity: 1 }],
        }),
      )
      await wait(200)
      changes += 2
    }
  }

  const running = run()
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await running
      return changes
    },
  }
}

async function sendRequest(port: number, request: string): Promise<unknown> {
  const connection = await openConnection(port)
  try {
    const response = await connection.send(request)
    if (response.status !== 200)
      throw new Error(
        `the server returned ${response.status}: ${response.bytes.toString('utf8', response.bodyStart)}`,
      )
    return bodyOf(response)
  } finally {
    connection.close()
  }
}
