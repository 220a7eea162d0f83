import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { purchaseBody, type HeldTickets } from '../../apps/api/src/test/fixtures/purchase-body.ts'
import { bodyOf, openConnection, requestText, type Connection, type HttpResponse } from '../connection.ts'
import { serve } from '../worker.ts'

export type Action = 'feed' | 'search' | 'hold' | 'checkout'

export interface MixJob {
  port: number
  tokens: string[]
  eventIds: number[]
  listingIds: string[]
  /** Path of the search endpoint with its public key. */
  searchPath: string
  /** How often each action comes up, relative to the others. */
  shares: Record<Action, number>
  connections: number
  seconds: number
  /** Actions begun per second, whether or not earlier ones have ended; without it as many as the connections allow. */
  perSecond?: number
}

export interface MixResult {
  perSecond: number
  /** `bytes`: of all responses of one action, on average and not compressed. */
  actions: Record<Action, { count: number; p50Ms: number; p99Ms: number; bytes: number }>
}

const holdPath = `/api${holdsRoutes.place.path}`
const releasePath = `/api${holdsRoutes.release.path}`
const buyPath = `/api${expandProduct(checkoutRoutes.buy.path, productDefaults.product)}`

/** Brokers who read, search, hold and buy. Any response but 200 fails the job. */
serve(async (job: MixJob): Promise<MixResult> => {
  const { port, shares, connections, seconds, perSecond } = job
  const durations: Record<Action, number[]> = { feed: [], search: [], hold: [], checkout: [] }
  const bytes: Record<Action, number> = { feed: 0, search: 0, hold: 0, checkout: 0 }
  const order = Object.entries(shares).flatMap(([action, share]) =>
    Array<Action>(share).fill(action as Action),
  )
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  let begun = 0

  /** When the next action is due; undefined after the end. */
  function nextDue(): number | undefined {
    const due = perSecond === undefined ? performance.now() : from + (begun / perSecond) * 1000
    if (due >= until) return undefined
    begun += 1
    return due
  }

  async function work(connection: Connection): Promise<void> {
    for (let due = nextDue(); due !== undefined; due = nextDue()) {
      const early = due - performance.now()
      if (early > 0) await new Promise((done) => setTimeout(done, early))
      const action = randomItem(order)
      // A late timer of this process must not count against the server, a connection that was busy does.
      const started = early > 0 ? performance.now() : due
      bytes[action] += await actions[action](connection, job)
      durations[action].push(performance.now() - started)
    }
  }

  await Promise.all(open.map(work))
  const taken = (performance.now() - from) / 1000
  for (const connection of open) connection.close()
  const count = Object.values(durations).reduce((sum, each) => sum + each.length, 0)
  return {
    perSecond: count / taken,
    actions: {
      feed: summaryOf(durations.feed, bytes.feed),
      search: summaryOf(durations.search, bytes.search),
      hold: summaryOf(durations.hold, bytes.hold),
      checkout: summaryOf(durations.checkout, bytes.checkout),
    },
  }
})

/** Each returns the bytes that it has received. */
const actions: Record<Action, (connection: Connection, job: MixJob) => Promise<number>> = {
  async feed(connection, { tokens, eventIds }) {
    const path = `/api${listingsRoutes.feed.path}?event_id=${randomItem(eventIds)}&per_page=50`
    return bytesOf(await connection.send(requestText('GET', path, { token: randomItem(tokens) })))
  },
  async search(connection, { searchPath }) {
    const number = 1 + Math.floor(Math.random() * 400)
    const typed = `home ${number} v away`.slice(0, 4 + Math.floor(Math.random() * 10))
    const requests = [{ indexName: 'trade_events', query: typed, hitsPerPage: 20 }]
    return bytesOf(await connection.send(requestText('POST', searchPath, { body: { requests } })))
  },
  async hold(connection, { tokens, listingIds }) {
    const token = randomItem(tokens)
    const { lines, bytes } = await hold(connection, token, randomItem(listingIds))
    const body = [{ hold_id: lines[0]?.hold_id, quantity: 2 }]
    return bytes + bytesOf(await connection.send(requestText('POST', releasePath, { token, body })))
  },
  async checkout(connection, { tokens, listingIds }) {
    const token = randomItem(tokens)
    const { lines, bytes } = await hold(connection, token, randomItem(listingIds))
    const bought = await connection.send(requestText('POST', buyPath, { token, body: purchaseBody(lines) }))
    const all = bytes + bytesOf(bought)
    const { data } = bodyOf(bought) as { data: { status: string } }
    if (data.status !== 'confirmed') throw unexpected(bought)
    return all
  },
}

async function hold(connection: Connection, token: string, listingId: string) {
  const body = [{ listing_id: listingId, quantity: 2 }]
  const held = await connection.send(requestText('POST', holdPath, { token, body }))
  const bytes = bytesOf(held)
  // Parsing with the contract would add client cost; the purchase verifies the data.
  const { data: lines } = bodyOf(held) as { data: HeldTickets[] }
  return { lines, bytes }
}

/** @throws unless the request succeeded */
function bytesOf(response: HttpResponse): number {
  if (response.status !== 200) throw unexpected(response)
  return response.bytes.length
}

function unexpected(response: HttpResponse): Error {
  const text = response.bytes.toString('utf8', response.bodyStart)
  return new Error(`the server returned ${response.status}: ${text}`)
}

function summaryOf(durations: readonly number[], bytes: number): MixResult['actions'][Action] {
  const sorted = Float64Array.from(durations).sort()
  const at = (fraction: number) =>
    Math.round((sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN) * 10) / 10
  return {
    count: sorted.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytes: Math.round(bytes / Math.max(1, sorted.length)),
  }
}

function randomItem<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}
