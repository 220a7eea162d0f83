import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { browserConfig } from '@terrace/contracts/config'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { eventChannel, eventUpdate } from '@terrace/contracts/realtime'
import { findValkey, startTemporaryValkey } from '../tools/launch/temporary/temporary-valkey.ts'
import { bodyOf, openConnection, requestText, type Connection } from './connection.ts'
import { withBenchData, type BenchData } from './bench-data.ts'
import type { ReceivedMessage, SocketsDone, SocketJob } from './workers/socket-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Propagation delay of a change. First from a hold in one process to the feed of another, with the outbox only and
 * with Valkey if installed. Then 50 holds per second on one event, to 1,000 browsers at the other process. Times
 * start before the hold is sent and include its commit.
 */
const rounds = 100
const sockets = 1000
const perSecond = 50
const seconds = 10
const targets = { p99Ms: 250 }

const stock = { events: 1, listingsPerEvent: 1000, ticketsPerListing: 4, teams: 64 }

const otherFeedMs = {
  outbox: await withIsolatedServer((benchData) => measureFeedPropagation(benchData, {})),
  valkey: await throughValkey(),
}
const eventUpdates = await withIsolatedServer(measureEventUpdates)
const ok = eventUpdates.received === eventUpdates.expected && eventUpdates.p99 <= targets.p99Ms
console.log(
  JSON.stringify({
    bench: 'live',
    ok,
    otherFeedMs,
    event: { sockets, holdsPerSecond: perSecond, ...eventUpdates, target: targets.p99Ms },
    ...stock,
    node: process.version,
    cores: availableParallelism(),
  }),
)
process.exit(ok ? 0 : 1)

/** Each measurement has its own servers, so that no earlier process competes for the CPU. */
function withIsolatedServer<Result>(measure: (benchData: BenchData) => Promise<Result>): Promise<Result> {
  return withBenchData(stock, measure)
}

async function throughValkey() {
  const program = findValkey()
  if (program === undefined) return 'neither valkey-server nor redis-server is installed'
  const valkey = await startTemporaryValkey(program)
  try {
    return await withIsolatedServer((benchData) =>
      measureFeedPropagation(benchData, { VALKEY_URL: valkey.url }),
    )
  } finally {
    await valkey.stop()
  }
}

/** From the hold's response to the first response of the other process that contains it. */
async function measureFeedPropagation({ serve, tokens, listingIds }: BenchData, env: Record<string, string>) {
  const ports = [await serve(env), await serve(env)]
  const [first, second] = await Promise.all(ports.map(openConnection))
  if (!first || !second) throw new Error('expected two processes')
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const listingId = listingIds[round] ?? ''
    const token = tokens[round % tokens.length] ?? ''
    const path = `/api${listingsRoutes.feed.path}?listing_id[]=${listingId}`
    const before = await availableIn(second, path, token)
    const { hold_id } = await hold(first, token, listingId)
    const from = performance.now()
    while ((await availableIn(second, path, tokens[(round + 1) % tokens.length] ?? '')) === before)
      await pause(1)
    durations.push(performance.now() - from)
    await first.send(
      requestText('POST', `/api${holdsRoutes.release.path}`, { token, body: [{ hold_id, quantity: 1 }] }),
    )
    // Avoid synchronising with any polling interval.
    await pause(20 + Math.random() * 60)
  }
  for (const connection of [first, second]) connection.close()
  return percentiles(durations)
}

async function availableIn(connection: Connection, path: string, token: string): Promise<number> {
  const response = await connection.send(requestText('GET', path, { token }))
  const { data } = listingsRoutes.feed.response.parse(bodyOf(response))
  return data[0]?.available ?? 0
}

async function hold(connection: Connection, token: string, listingId: string) {
  const body = [{ listing_id: listingId, quantity: 1 }]
  const response = await connection.send(
    requestText('POST', `/api${holdsRoutes.place.path}`, { token, body }),
  )
  const [line] = holdsRoutes.place.response.parse(bodyOf(response)).data
  if (!line) throw new Error('no tickets were held')
  return line
}

async function measureEventUpdates({ serve, tokens, listingIds, eventIds }: BenchData) {
  const [holding, looking] = [await serve(), await serve()]
  const response = await fetch(`http://127.0.0.1:${looking}/config.json`)
  const { realtime } = browserConfig.parse(await response.json())
  const worker = startWorker<SocketJob, SocketsDone>('socket-worker.ts')
  await worker.run({ kind: 'connect', port: looking, key: realtime.key, sockets })
  const channel = eventChannel(eventIds[0] ?? 0)
  const [token = ''] = tokens
  await worker.run({ kind: 'subscribe', port: looking, channel, token, sockets })

  // Each listing is held once, so a message about it belongs to that hold.
  const free = await Promise.all(Array.from({ length: 16 }, () => openConnection(holding)))
  const chosen = listingIds.slice(-perSecond * seconds)
  const sentAt = new Map<string, number>()
  const from = performance.now()
  await Promise.all(
    chosen.map(async (listingId, index) => {
      await pause(Math.max(0, from + (index / perSecond) * 1000 - performance.now()))
      const connection = free.pop() ?? (await openConnection(holding))
      sentAt.set(listingId, performance.timeOrigin + performance.now())
      await hold(connection, tokens[index % tokens.length] ?? '', listingId)
      free.push(connection)
    }),
  )
  await pause(1000)
  const { received } = await worker.run({ kind: 'collect', now: true })
  for (const connection of free) connection.close()
  await worker.stop()
  const delays = delaysOf(received, sentAt)
  return {
    ...percentiles(delays),
    received: delays.length,
    expected: chosen.length * sockets,
    messages: received.length,
  }
}

/** Delay of every hold at every notified socket. */
function delaysOf(received: readonly ReceivedMessage[], sentAt: ReadonlyMap<string, number>): number[] {
  return received.flatMap(({ text, at }) => {
    // A protocol frame, whose data is JSON inside JSON.
    const { data } = JSON.parse(text) as { data: string }
    const { listings } = eventUpdate.parse(JSON.parse(data))
    return (listings ?? []).flatMap(({ id }) => {
      const from = sentAt.get(id)
      return from === undefined ? [] : at.map((receivedAt) => receivedAt - from)
    })
  })
}

function percentiles(delays: number[]) {
  const sorted = delays.toSorted((left, right) => left - right)
  const at = (fraction: number) => round(sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
