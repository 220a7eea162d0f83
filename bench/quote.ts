import { setTimeout as wait } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import pg from 'pg'
import { bodyOf, openConnection, requestText } from './connection.ts'
import type { GetWish, Got } from './get-worker.ts'
import { onGround, type Ground } from './ground.ts'
import type { Paced, PaceWish } from './pace-worker.ts'
import { startWorker } from './worker.ts'

/**
 * The page of a quote: 200 visitors a second on one quote, while its event's stock changes five times a second; and 500 who
 * open it at once on a server that has never heard of it, with how often the database's tables were read for them. Once for
 * a quote of five listings, once for a whole event, of which each visitor is given the first hundred offers.
 */
const listings = 1000
const perSecond = 200
const seconds = 15
const crowd = 500
const barMs = 15
const mostReads = 20

/** Idle sessions of PostgreSQL say within this time what they have read. */
const countedAfterMs = 11_000

const path = (route: { path: string }) => `/api${foldProduct(route.path, productDefaults.product)}`

await onGround({ events: 1, listingsPerEvent: listings, ticketsPerListing: 4, teams: 64 }, async (ground) => {
  const five = ground.listingIds.slice(0, 5).map((listing_id) => ({ listing_id, quantity: 2 }))
  const first = await measure('quote of five listings', ground, { listings: five })
  const second = await measure('quote of a whole event', ground, {})
  process.exitCode = first && second ? 0 : 1
})
process.exit()

async function measure(bench: string, ground: Ground, offer: object): Promise<boolean> {
  const maker = await ground.serve()
  const [token = ''] = ground.tokens
  const made = await ask(
    maker,
    requestText('POST', path(quotesRoutes.generate), {
      token,
      body: {
        event_id: ground.eventIds[0],
        title: 'Bench',
        quote_expiry: 24,
        currency_to_display: 'GBP',
        commission_method: 'percentage',
        commission_amount: '12.5',
        ...offer,
      },
    }),
  )
  const { slug } = quotesRoutes.generate.response.parse(made).data
  // Visitors come from addresses of their own, which limits go by.
  const requests = Array.from({ length: perSecond * seconds }, (_, visitor) =>
    requestText('POST', path(quotePageRoutes.details), {
      body: { slug, is_opening: true },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/142.0 Safari/537.36',
        'x-forwarded-for': `198.18.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`,
      },
    }),
  )

  const port = await ground.serve({ TRUSTED_PROXIES: '127.0.0.1' })
  const getter = startWorker<GetWish, Got>('get-worker.ts')
  const before = await countReads(ground.databaseUrl)
  const opened = await getter.ask({
    port,
    requests: requests.slice(0, crowd),
    connections: crowd,
    seconds: 60,
    once: true,
  })
  const reads = (await countReads(ground.databaseUrl)) - before
  await getter.stop()

  const pacer = startWorker<PaceWish, Paced>('pace-worker.ts')
  await pacer.ask({ port, requests, connections: 64, perSecond, seconds: 3 })
  const stirring = stir(maker, ground)
  const { took } = await pacer.ask({ port, requests, connections: 64, perSecond, seconds })
  const changes = await stirring.stop()
  await pacer.stop()

  const sorted = took.toSorted((left, right) => left - right)
  const at = (share: number) =>
    Number((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1))
  const ok = at(0.99) <= barMs && reads <= mostReads
  console.log(
    JSON.stringify({
      bench,
      ok,
      unit: 'ms',
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      bar: barMs,
      perSecond,
      seconds,
      changesOfStock: changes,
      crowd: { visitors: crowd, p99Ms: Math.round(opened.p99Ms), tableReads: reads, most: mostReads },
      ...ground.conditions,
    }),
  )
  return ok
}

/** How often the tables that a quote is made of have been read; what tells of changes is read by the clock, and left out. */
async function countReads(databaseUrl: string): Promise<number> {
  await wait(countedAfterMs)
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

/** Somebody else holds tickets of the event and gives them back, five changes a second, by way of another process. */
function stir(port: number, { tokens, listingIds }: Ground) {
  const stopping = new AbortController()
  let changes = 0

  async function run(): Promise<void> {
    const token = tokens[1] ?? ''
    while (!stopping.signal.aborted) {
      const held = await ask(
        port,
        requestText('POST', path(holdsRoutes.place), {
          token,
          body: [{ listing_id: listingIds[changes % 5], quantity: 1 }],
        }),
      )
      const [line] = holdsRoutes.place.response.parse(held).data
      await wait(200)
      await ask(
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

async function ask(port: number, request: string): Promise<unknown> {
  const connection = await openConnection(port)
  try {
    const answer = await connection.send(request)
    if (answer.status !== 200)
      throw new Error(
        `the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`,
      )
    return bodyOf(answer)
  } finally {
    connection.close()
  }
}
