import { randomBytes } from 'node:crypto'
import { listingsRoutes } from '@terrace/contracts/listings'
import { requestText } from './connection.ts'
import { withBenchData } from './bench-data.ts'
import { metricOf, report } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import { startWorker } from './worker.ts'
import type { CollectorJob } from './workers/collector-worker.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'

/**
 * The feed with traces to a collector of this machine, a tenth of them recorded, against the same server without. Every
 * request names a trace, as those of the browser do.
 */
const sampled = '0.1'
const connections = 64
const seconds = 3
const turns = 10
const listings = 100
const teams = 1024
const requestsMade = 8192
const target = 0.95

const ok = await withBenchData(
  { events: 20, listingsPerEvent: listings, ticketsPerListing: 4, teams },
  async ({ tokens, eventIds, conditions, serve }) => {
    const collector = startWorker<CollectorJob, number>('collector-worker.ts')
    const collectorUrl = `http://127.0.0.1:${await collector.run({})}`
    // Without background work, of which one process would do more than the other.
    const plainPort = await serve({ ROLES: 'web' })
    const tracedPort = await serve({
      ROLES: 'web',
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      OTEL_TRACES_SAMPLER_ARG: sampled,
    })
    const path = `/api${listingsRoutes.feed.path}?event_id=${eventIds[0]}&per_page=${listings}`
    const requests = Array.from({ length: requestsMade }, (_, index) =>
      requestText('GET', path, {
        token: tokens[index % tokens.length] ?? '',
        headers: { traceparent: `00-${hex(16)}-${hex(8)}-00` },
      }),
    )
    const client = startWorker<GetJob, GetResult>('get-worker.ts')
    const read = (port: number, time: number) => client.run({ port, requests, connections, seconds: time })
    const idle = { plain: await memoryOf(plainPort), traced: await memoryOf(tracedPort) }
    for (const port of [plainPort, tracedPort]) await read(port, 3)
    const cpuBefore = { plain: await cpuSeconds(plainPort), traced: await cpuSeconds(tracedPort) }
    const [plain, traced]: [GetResult[], GetResult[]] = [[], []]
    for (let turn = 0; turn < turns; turn += 1) {
      // The order changes, because the machine may get slower or faster.
      const isTracedFirst = turn % 2 === 1
      if (isTracedFirst) traced.push(await read(tracedPort, seconds))
      plain.push(await read(plainPort, seconds))
      if (!isTracedFirst) traced.push(await read(tracedPort, seconds))
    }
    // Less sensitive to other work on the machine than throughput.
    const cpuMicrosPerRequest = {
      plain: perRequest((await cpuSeconds(plainPort)) - cpuBefore.plain, plain),
      traced: perRequest((await cpuSeconds(tracedPort)) - cpuBefore.traced, traced),
    }
    const sentBytes = Number(await (await fetch(collectorUrl)).text())
    if (sentBytes === 0) throw new Error('the collector got no traces')
    await Promise.all([client.stop(), collector.stop()])
    return report({
      bench: 'tracing',
      unit: 'requests per second, tickets/feed with traces : without',
      target,
      goal: target,
      ours: traced.map(({ perSecond }) => perSecond),
      baseline: plain.map(({ perSecond }) => perSecond),
      conditions: {
        p99Ms: metricOf(traced.map(({ p99Ms }) => Math.round(p99Ms * 10) / 10)),
        baselineP99Ms: metricOf(plain.map(({ p99Ms }) => Math.round(p99Ms * 10) / 10)),
        cpuMicrosPerRequest,
        idleMemoryMb: idle,
        sampled: Number(sampled),
        sentMegabytes: Math.round(sentBytes / 1e6),
        connections,
        ...conditions,
      },
    })
  },
)
process.exit(ok ? 0 : 1)

async function memoryOf(port: number): Promise<number> {
  return Math.round(await residentMb(`http://127.0.0.1:${port}`))
}

async function cpuSeconds(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

/** Microseconds of processor time for each request of these turns. */
function perRequest(cpu: number, results: readonly GetResult[]): number {
  const requests = results.reduce((sum, { perSecond }) => sum + perSecond * seconds, 0)
  return Math.round((cpu / requests) * 1e6)
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
