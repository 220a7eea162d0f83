import { listingsRoutes } from '@terrace/contracts/listings'
import { randomItem, seededRandom } from '@terrace/domain/short-hash'
import type { ConstantWish } from './constant-worker.ts'
import { openConnection, requestText } from './connection.ts'
import type { GetWish, Got } from './get-worker.ts'
import { onGround, turns, type Ground, type Stock } from './ground.ts'
import { figure, report } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import { startWorker } from './worker.ts'

/**
 * The feed against Fastify sending the same bytes from a constant (architecture.md §4): of one hot event, and of events
 * picked at random with a million listings in the database. One client process asks each side in turns, every request
 * under another session; only the server that is asked has work.
 */
const connections = 64
const seconds = 3
const listings = 100

// So many that no session comes near its rate limit while it is measured.
const teams = 1024
const requestsMade = 8192

/** Megabytes of the server's process with a million listings in the database. */
const memoryBars = { idle: 250, after: 600 }

interface Measurement {
  bench: string
  stock: Stock
  /** How many of the events are asked for. */
  picked: number
  bar: number
  memory?: typeof memoryBars
}

const measurements: Measurement[] = [
  {
    bench: 'feed',
    stock: { events: 20, listingsPerEvent: listings, ticketsPerListing: 4, teams },
    picked: 1,
    bar: 0.6,
  },
  {
    bench: 'feed of 2,000 events',
    stock: { events: 10_000, listingsPerEvent: listings, ticketsPerListing: 4, teams },
    picked: 2000,
    bar: 0.4,
    memory: memoryBars,
  },
]

let ok = true
for (const measurement of measurements) {
  ok = (await onGround(measurement.stock, (ground) => measure(measurement, ground))) && ok
}
process.exit(ok ? 0 : 1)

async function measure(
  { bench, picked, bar, memory }: Measurement,
  { tokens, eventIds, conditions, serve }: Ground,
): Promise<boolean> {
  const port = await serve()
  const base = `http://127.0.0.1:${port}`
  const idleMb = await residentMb(base)
  const random = seededRandom(bench)
  const events = eventIds.slice(0, picked)
  const requests = Array.from({ length: requestsMade }, (_, index) => {
    const path = `/api${listingsRoutes.feed.path}?event_id=${randomItem(random, events)}&per_page=${listings}`
    return requestText('GET', path, { token: tokens[index % tokens.length] ?? '' })
  })
  const body = await bodyOfFeed(port, requests[0] ?? '')

  const constant = startWorker<ConstantWish, number>('constant-worker.ts')
  const constantPort = await constant.ask({ body })
  const client = startWorker<GetWish, Got>('get-worker.ts')
  const feed = (time: number) => client.ask({ port, requests, connections, seconds: time })
  const bytes = (time: number) => client.ask({ port: constantPort, requests, connections, seconds: time })

  // Each event was asked for before it is measured: what it costs to load one is the database's.
  await client.ask({ port, requests, connections, seconds: 120, once: true })
  await bytes(2)
  const [ours, ground]: [Got[], Got[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    ground.push(await bytes(seconds))
    ours.push(await feed(seconds))
  }
  const afterMb = await residentMb(base)
  await Promise.all([client.stop(), constant.stop()])
  const isFast = report({
    bench,
    unit: 'requests per second, tickets/feed : the same bytes from a constant',
    bar,
    aim: bar,
    ours: ours.map(({ perSecond }) => perSecond),
    ground: ground.map(({ perSecond }) => perSecond),
    conditions: {
      p99Ms: figure(ours.map(tenths)),
      p99MsOfGround: figure(ground.map(tenths)),
      memoryMb: { idle: Math.round(idleMb), after: Math.round(afterMb), ...(memory && { bars: memory }) },
      connections,
      picked,
      bytes: Buffer.byteLength(body),
      ...conditions,
    },
  })
  return isFast && (!memory || (idleMb <= memory.idle && afterMb <= memory.after))
}

async function bodyOfFeed(port: number, request: string): Promise<string> {
  const connection = await openConnection(port)
  const answer = await connection.send(request)
  connection.close()
  const body = answer.bytes.toString('utf8', answer.bodyStart)
  const sent = listingsRoutes.feed.response.parse(JSON.parse(body)).data.length
  if (sent !== listings) throw new Error(`the feed has ${sent} listings instead of ${listings}`)
  return body
}

function tenths({ p99Ms }: Got): number {
  return Math.round(p99Ms * 10) / 10
}
