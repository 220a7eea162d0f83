import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { browserConfig } from '@terrace/contracts/config'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { eventChannel, eventNews } from '@terrace/contracts/realtime'
import { findValkey, startTemporaryValkey } from '../tools/launch/temporary-valkey.ts'
import { bodyOf, openConnection, requestText, type Connection } from './connection.ts'
import { onGround, type Ground } from './ground.ts'
import type { Heard, SocketsDone, SocketWish } from './socket-worker.ts'
import { startWorker } from './worker.ts'

/**
 * How soon a change shows elsewhere. First: a hold in one process, until the feed of another has it, by the outbox alone and
 * with Valkey, where this machine has a server of it. Then: 50 holds a second on one event, each until 1,000 browsers that
 * look at it, connected to the other process, have been told; timed from before the hold is sent, so that its commit is
 * within the figure.
 */
const rounds = 100
const sockets = 1000
const perSecond = 50
const seconds = 10
const bars = { p99Ms: 250 }

const stock = { events: 1, listingsPerEvent: 1000, ticketsPerListing: 4, teams: 64 }

const otherFeedMs = {
  outbox: await onItsOwn((ground) => untilInOtherFeed(ground, {})),
  valkey: await throughValkey(),
}
const told = await onItsOwn(untilTold)
const ok = told.heard === told.expected && told.p99 <= bars.p99Ms
console.log(
  JSON.stringify({
    bench: 'live',
    ok,
    otherFeedMs,
    event: { sockets, holdsPerSecond: perSecond, ...told, bar: bars.p99Ms },
    ...stock,
    node: process.version,
    cores: availableParallelism(),
  }),
)
process.exit(ok ? 0 : 1)

/** Each figure on a ground of its own: no process of another is left to share the machine. */
function onItsOwn<Result>(measure: (ground: Ground) => Promise<Result>): Promise<Result> {
  return onGround(stock, measure)
}

async function throughValkey() {
  const program = findValkey()
  if (program === undefined) return 'neither valkey-server nor redis-server is installed'
  const valkey = await startTemporaryValkey(program)
  try {
    return await onItsOwn((ground) => untilInOtherFeed(ground, { VALKEY_URL: valkey.url }))
  } finally {
    await valkey.stop()
  }
}

/** From the answer of the hold to the answer of the other process that has it. */
async function untilInOtherFeed({ serve, tokens, listingIds }: Ground, env: Record<string, string>) {
  const ports = [await serve(env), await serve(env)]
  const [first, second] = await Promise.all(ports.map(openConnection))
  if (!first || !second) throw new Error('there are two processes')
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const listingId = listingIds[round] ?? ''
    const token = tokens[round % tokens.length] ?? ''
    const path = `/api${listingsRoutes.feed.path}?listing_id[]=${listingId}`
    const before = await availableIn(second, path, token)
    const { hold_id } = await hold(first, token, listingId)
    const from = performance.now()
    while ((await availableIn(second, path, tokens[(round + 1) % tokens.length] ?? '')) === before)
      await pause(1)
    took.push(performance.now() - from)
    await first.send(
      requestText('POST', `/api${holdsRoutes.release.path}`, { token, body: [{ hold_id, quantity: 1 }] }),
    )
    // Not in step with anybody's clock.
    await pause(20 + Math.random() * 60)
  }
  for (const connection of [first, second]) connection.close()
  return shares(took)
}

async function availableIn(connection: Connection, path: string, token: string): Promise<number> {
  const answer = await connection.send(requestText('GET', path, { token }))
  const { data } = listingsRoutes.feed.response.parse(bodyOf(answer))
  return data[0]?.available ?? 0
}

async function hold(connection: Connection, token: string, listingId: string) {
  const body = [{ listing_id: listingId, quantity: 1 }]
  const answer = await connection.send(requestText('POST', `/api${holdsRoutes.place.path}`, { token, body }))
  const [line] = holdsRoutes.place.response.parse(bodyOf(answer)).data
  if (!line) throw new Error('nothing was held')
  return line
}

async function untilTold({ serve, tokens, listingIds, eventIds }: Ground) {
  const [holding, looking] = [await serve(), await serve()]
  const answer = await fetch(`http://127.0.0.1:${looking}/config.json`)
  const { realtime } = browserConfig.parse(await answer.json())
  const worker = startWorker<SocketWish, SocketsDone>('socket-worker.ts')
  await worker.ask({ kind: 'connect', port: looking, key: realtime.key, sockets })
  const channel = eventChannel(eventIds[0] ?? 0)
  const [token = ''] = tokens
  await worker.ask({ kind: 'subscribe', port: looking, channel, token, sockets })

  // Each listing is held once, so that a message that names it tells of that hold.
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
  const { heard } = await worker.ask({ kind: 'collect', now: true })
  for (const connection of free) connection.close()
  await worker.stop()
  const delays = delaysOf(heard, sentAt)
  return {
    ...shares(delays),
    heard: delays.length,
    expected: chosen.length * sockets,
    messages: heard.length,
  }
}

/** For each hold and each socket that was told of it: how long that took. */
function delaysOf(heard: readonly Heard[], sentAt: ReadonlyMap<string, number>): number[] {
  return heard.flatMap(({ text, at }) => {
    // The frame of the protocol, whose data is JSON in JSON.
    const { data } = JSON.parse(text) as { data: string }
    const { listings } = eventNews.parse(JSON.parse(data))
    return (listings ?? []).flatMap(({ id }) => {
      const from = sentAt.get(id)
      return from === undefined ? [] : at.map((moment) => moment - from)
    })
  })
}

function shares(delays: number[]) {
  const sorted = delays.toSorted((left, right) => left - right)
  const at = (share: number) => round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
