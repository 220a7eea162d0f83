import { listingsRoutes } from '@terrace/contracts/listings'
import { randomItem, seededRandom } from '@terrace/domain/text/short-hash'
import type { ConstantJob } from './workers/constant-worker.ts'
import { openConnection, requestText } from './connection.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'
import { withBenchData, runs, type BenchData, type Stock } from './bench-data.ts'
import { metricOf, report } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import { startWorker } from './worker.ts'

/**
 * The feed against Fastify sending the same bytes from a constant: of one hot event, and of random events with a
 * million listings. One client process alternates between them, with a different session per request.
 */
const connections = 64
const seconds = 3
const listings = 100

// Enough teams that no session reaches its rate limit.
const teams = 1024
const requestsMade = 8192

/** Limits in megabytes for the server process with a million listings. */
const memoryBars = { idle: 250, after: 450 }

interface Measurement {
  bench: string
  stock: Stock
  eventCount: number
  target: number
  memory?: typeof memoryBars
}

const measurements: Measurement[] = [
  {
    bench: 'feed',
    stock: { events: 20, listingsPerEvent: listings, ticketsPerListing: 4, teams },
    eventCount: 1,
    target: 0.6,
  },
  {
    bench: 'feed of 2,000 events',
    stock: { events: 10_000, listingsPerEvent: listings, ticketsPerListing: 4, teams },
    eventCount: 2000,
    target: 0.5,
    memory: memoryBars,
  },
]

let ok = true
for (const measurement of measurements) {
  ok = (await withBenchData(measurement.stock, (baseline) => measure(measurement, baseline))) && ok
}
process.exit(ok ? 0 : 1)

async function measure(
  { bench, eventCount, target, memory }: Measurement,
  { tokens, eventIds, conditions, serve }: BenchData,
): Promise<boolean> {
  const port = await serve()
  const base = `http://127.0.0.1:${port}`
  const idleMb = await residentMb(base)
  const random = seededRandom(bench)
  const events = eventIds.slice(0, eventCount)
  const requests = Array.from({ length: requestsMade }, (_, index) => {
    const path = `/api${listingsRoutes.feed.path}?event_id=${randomItem(random, events)}&per_page=${listings}`
    return requestText('GET', path, { token: tokens[index % tokens.length] ?? '' })
  })
  const body = await bodyOfFeed(port, requests[0] ?? '')

  const constant = startWorker<ConstantJob, number>('constant-worker.ts')
  const constantPort = await constant.run({ body })
  const client = startWorker<GetJob, GetResult>('get-worker.ts')
  const feed = (time: number) => client.run({ port, requests, connections, seconds: time })
  const bytes = (time: number) => client.run({ port: constantPort, requests, connections, seconds: time })

  // Load every event before measuring, because loading measures the database.
  await client.run({ port, requests, connections, seconds: 120, once: true })
  await bytes(2)
  const [ours, baseline]: [GetResult[], GetResult[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    baseline.push(await bytes(seconds))
    ours.push(await feed(seconds))
  }
  const afterMb = await residentMb(base)
  await Promise.all([client.stop(), constant.stop()])
  const isFast = report({
    bench,
    unit: 'requests per second, tickets/feed : the same bytes from a constant',
    target,
    goal: target,
    ours: ours.map(({ perSecond }) => perSecond),
    baseline: baseline.map(({ perSecond }) => perSecond),
    conditions: {
      p99Ms: metricOf(ours.map(tenths)),
      baselineP99Ms: metricOf(baseline.map(tenths)),
      memoryMb: { idle: Math.round(idleMb), after: Math.round(afterMb), ...(memory && { targets: memory }) },
      connections,
      requestedEvents: eventCount,
      bytes: Buffer.byteLength(body),
      ...conditions,
    },
  })
  return isFast && (!memory || (idleMb <= memory.idle && afterMb <= memory.after))
}

async function bodyOfFeed(port: number, request: string): Promise<string> {
  const connection = await openConnection(port)
  const response = await connection.send(request)
  connection.close()
  const body = response.bytes.toString('utf8', response.bodyStart)
  const sent = listingsRoutes.feed.response.parse(JSON.parse(body)).data.length
  if (sent !== listings) throw new Error(`the feed has ${sent} listings instead of ${listings}`)
  return body
}

function tenths({ p99Ms }: GetResult): number {
  return Math.round(p99Ms * 10) / 10
}
