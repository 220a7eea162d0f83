import { setTimeout as pause } from 'node:timers/promises'
import { browserConfig } from '@terrace/contracts/config'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { listingsRoutes } from '@terrace/contracts/listings'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { eventChannel, eventUpdate } from '@terrace/contracts/realtime'
import pg from 'pg'
import { seedStock, withBenchDatabase } from './bench-data.ts'
import { bodyOf, openConnection, requestText } from './connection.ts'
import { residentMb } from './resident-memory.ts'
import { seedSellers, type BenchSeller } from './seed-sellers.ts'
import type { PaceJob, PaceResult } from './workers/pace-worker.ts'
import type { SocketJob, SocketsDone } from './workers/socket-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Fifty sellers of a market with a million listings change 50,000 prices in a minute, by bulk edits of 100 listings, while
 * buyers read 5,000 feeds (issue 19). How long a feed takes, and how long until an open event page receives a change,
 * from the seller's request to apply it.
 */
const sellers = 50
const events = 2000
const listingsPerEvent = 500
const seconds = 60
const editsPerSecond = 50_000 / 60 / 100
const listingsPerEdit = 100
const feeds = { connections: 64, perSecond: 84 }
/** Events with an open page; the changes of these are watched. */
const watchedEvents = 100
const targets = { feedP99Ms: 50, visibleP99Ms: 1000 }

interface Edit {
  token: string
  listingIds: string[]
}

await withBenchDatabase(
  async (databaseUrl) => {
    const buyers = await seedStock(databaseUrl, {
      events,
      listingsPerEvent: 0,
      ticketsPerListing: 4,
      teams: 64,
    })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return { ...buyers, sellers: await seedSellers(client, { sellers, listingsPerEvent }) }
    } finally {
      await client.end()
    }
  },
  async ({ serve, tokens, eventIds, sellers: selling, conditions }) => {
    const port = await serve()
    const base = `http://127.0.0.1:${port}`
    const { realtime } = browserConfig.parse(await (await fetch(`${base}/config.json`)).json())
    const watching = startWorker<SocketJob, SocketsDone>('socket-worker.ts')
    await watching.run({ kind: 'connect', port, key: realtime.key, sockets: watchedEvents })
    for (let index = 0; index < watchedEvents; index += 1) {
      const channel = eventChannel(eventIds[index] ?? 0)
      await watching.run({
        kind: 'subscribe',
        port,
        channel,
        token: tokens[0] ?? '',
        sockets: 1,
        skip: index,
      })
    }
    const reading = startWorker<PaceJob, PaceResult>('pace-worker.ts')
    const requests = tokens.flatMap((token, buyer) =>
      Array.from({ length: 20 }, (_, index) =>
        requestText(
          'GET',
          `/api${listingsRoutes.feed.path}?event_id=${eventIds[(buyer * 20 + index) % watchedEvents]}&per_page=50`,
          {
            token,
          },
        ),
      ),
    )
    const read = (time: number) => reading.run({ port, requests, ...feeds, seconds: time })

    await read(5)
    const alone = await read(10)
    const before = await residentMb(base)
    const sentAt = new Map<string, number>()
    const [busy, changed] = await Promise.all([
      read(seconds),
      changePrices(port, editsOf(selling, eventIds), sentAt),
    ])
    const after = await residentMb(base)
    await pause(2000)
    const { received } = await watching.run({ kind: 'collect', now: true })
    const watched = new Set(eventIds.slice(0, watchedEvents))
    const delays = delaysOf(received, sentAt)
    const expected = [...sentAt.keys()].filter((id) => watched.has(eventOf(id))).length
    await reading.stop()
    await watching.stop()

    const visible = { ...percentiles(delays), received: delays.length, expected }
    const feed = percentiles(busy.durations)
    const ok =
      feed.p99 <= targets.feedP99Ms && visible.p99 <= targets.visibleP99Ms && visible.received === expected
    console.log(
      JSON.stringify({
        bench: 'supply-prices',
        ok,
        unit: 'milliseconds',
        listings: events * listingsPerEvent,
        sellers,
        changesPerMinute: Math.round((changed.listings / changed.ms) * 60_000),
        edit: percentiles(changed.durations),
        visible,
        feed,
        feedAlone: percentiles(alone.durations),
        targets,
        residentMb: { before: Math.round(before), after: Math.round(after) },
        ...conditions,
      }),
    )
    process.exitCode = ok ? 0 : 1
  },
)
process.exit()

/** Every seller in turn changes 100 listings, each of another event. */
function editsOf(selling: readonly BenchSeller[], eventIds: readonly number[]): Edit[] {
  const count = Math.round(editsPerSecond * seconds)
  return Array.from({ length: count }, (_, edit) => {
    const seller = selling[edit % selling.length]
    if (!seller) throw new Error('there are no sellers')
    const round = Math.floor(edit / selling.length)
    return {
      token: seller.token,
      listingIds: Array.from({ length: listingsPerEdit }, (__, index) => {
        const place = round * listingsPerEdit + index
        const event = eventIds[place % eventIds.length] ?? 0
        const own = seller.index + selling.length * Math.floor(place / eventIds.length)
        return `lst_bench${event}x${own}`
      }),
    }
  })
}

/** Sends the edits at a steady rate. Remembers when each listing's change was sent. */
async function changePrices(port: number, edits: readonly Edit[], sentAt: Map<string, number>) {
  const free = await Promise.all(Array.from({ length: 16 }, () => openConnection(port)))
  const durations: number[] = []
  const from = performance.now()
  await Promise.all(
    edits.map(async ({ token, listingIds }, index) => {
      await pause(Math.max(0, from + (index / editsPerSecond) * 1000 - performance.now()))
      const connection = free.pop() ?? (await openConnection(port))
      const started = performance.now()
      const body = {
        selection: { listing_ids: listingIds },
        change: { price: { change: { by: 'amount', amount: '-0.01' } } },
      }
      const preview = await connection.send(
        requestText('POST', pathOf(inventoryBulkRoutes.preview), { token, body }),
      )
      const { id, counts } = inventoryBulkRoutes.preview.response.parse(bodyOf(preview)).data
      if (counts.changed !== listingsPerEdit) throw new Error(`an edit changes ${counts.changed} listings`)
      const sent = performance.timeOrigin + performance.now()
      for (const listingId of listingIds) sentAt.set(listingId, sent)
      const path = pathOf(inventoryBulkRoutes.apply).replace(':bulk_edit_id', id)
      const applied = await connection.send(requestText('POST', path, { token, body: {} }))
      if (applied.status !== 200) throw new Error(`an edit returned ${applied.status}`)
      durations.push(performance.now() - started)
      free.push(connection)
    }),
  )
  const ms = performance.now() - from
  for (const connection of free) connection.close()
  return { ms, durations, listings: edits.length * listingsPerEdit }
}

function pathOf({ path }: { path: string }): string {
  return `/api${expandProduct(path, productDefaults.product)}`
}

function eventOf(listingId: string): number {
  return Number(/^lst_bench(\d+)x/.exec(listingId)?.[1])
}

/** The first message about each changed listing. */
function delaysOf(
  received: readonly SocketsDone['received'][number][],
  sentAt: ReadonlyMap<string, number>,
): number[] {
  const first = new Map<string, number>()
  for (const { text, at } of received) {
    const { data } = JSON.parse(text) as { data: string }
    for (const { id } of eventUpdate.parse(JSON.parse(data)).listings ?? []) {
      const earliest = Math.min(...at)
      if (sentAt.has(id)) first.set(id, Math.min(first.get(id) ?? Number.POSITIVE_INFINITY, earliest))
    }
  }
  return [...first].map(([id, at]) => at - (sentAt.get(id) ?? 0))
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (fraction: number) =>
    Math.round((sorted[Math.ceil(sorted.length * fraction) - 1] ?? NaN) * 10) / 10
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
