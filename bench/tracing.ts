import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { listingsRoutes } from '@terrace/contracts/listings'
import { requestText } from './connection.ts'
import { withBenchData, type StartedServer } from './bench-data.ts'
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
/** Short, so that neighbouring turns find the machine alike. */
const seconds = 0.5
/** Two processes that do the same differ by up to five percent, each for as long as it runs: so several are compared. */
const pairs = 4
const restMs = 800
const turnsPerPair = 24
const listings = 100
const teams = 1024
const requestsMade = 8192
const target = 0.95
/** At least; that of a feed request has about 250. */
const bytesPerSpan = 200
const kinds = ['plain', 'traced'] as const

interface Measurements {
  results: GetResult[]
  /** Of the servers, while the results were measured. */
  cpuSeconds: number
  idleMemoryMb: number[]
}

const ok = await withBenchData(
  { events: 20, listingsPerEvent: listings, ticketsPerListing: 4, teams },
  async ({ tokens, eventIds, conditions, serveFile }) => {
    const collector = startWorker<CollectorJob, number>('collector-worker.ts')
    const collectorUrl = `http://127.0.0.1:${await collector.run({})}`
    const path = `/api${listingsRoutes.feed.path}?event_id=${eventIds[0]}&per_page=${listings}`
    const requests = Array.from({ length: requestsMade }, (_, index) =>
      requestText('GET', path, {
        token: tokens[index % tokens.length] ?? '',
        headers: { traceparent: `00-${hex(16)}-${hex(8)}-00` },
      }),
    )
    const client = startWorker<GetJob, GetResult>('get-worker.ts')
    const read = ({ port }: StartedServer, time: number) =>
      client.run({ port, requests, connections, seconds: time })
    const measured = { plain: newMeasurements(), traced: newMeasurements() }
    for (let pair = 0; pair < pairs; pair += 1) {
      // Without background work, of which one process would do more than the other.
      const plain = await serveFile({ ROLES: 'web' })
      const traced = await serveFile({
        ROLES: 'web',
        OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
        OTEL_TRACES_SAMPLER_ARG: sampled,
      })
      const servers = { plain, traced }
      for (const kind of kinds) {
        measured[kind].idleMemoryMb.push(await memoryOf(servers[kind]))
        await read(servers[kind], 3)
        measured[kind].cpuSeconds -= await cpuSecondsOf(servers[kind])
      }
      for (let turn = 0; turn < turnsPerPair; turn += 1) {
        // The order changes, because the machine may get slower or faster.
        for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
          measured[kind].results.push(await read(servers[kind], seconds))
          // The traced process sends its last spans after half a second; that must not slow the other one down.
          if (kind === 'traced') await setTimeout(restMs)
        }
      }
      for (const kind of kinds) measured[kind].cpuSeconds += await cpuSecondsOf(servers[kind])
      await Promise.all([plain.end(), traced.end()])
    }
    const sentBytes = Number(await (await fetch(collectorUrl)).text())
    const recorded = requestsOf(measured.traced) * Number(sampled)
    if (sentBytes < recorded * bytesPerSpan) throw new Error(`the collector got only ${sentBytes} bytes`)
    await Promise.all([client.stop(), collector.stop()])
    const { plain, traced } = measured
    return report({
      bench: 'tracing',
      unit: 'requests per second, tickets/feed with traces : without',
      target,
      goal: target,
      ours: traced.results.map(({ perSecond }) => perSecond),
      baseline: plain.results.map(({ perSecond }) => perSecond),
      conditions: {
        p99Ms: p99Of(traced),
        baselineP99Ms: p99Of(plain),
        // Less sensitive to other work on the machine than throughput.
        cpuMicrosPerRequest: { plain: cpuMicrosPerRequest(plain), traced: cpuMicrosPerRequest(traced) },
        idleMemoryMb: { plain: metricOf(plain.idleMemoryMb), traced: metricOf(traced.idleMemoryMb) },
        pairs,
        sampled: Number(sampled),
        sentMegabytes: Math.round(sentBytes / 1e6),
        connections,
        ...conditions,
      },
    })
  },
)
process.exit(ok ? 0 : 1)

function newMeasurements(): Measurements {
  return { results: [], cpuSeconds: 0, idleMemoryMb: [] }
}

async function memoryOf({ port }: StartedServer): Promise<number> {
  return Math.round(await residentMb(`http://127.0.0.1:${port}`))
}

async function cpuSecondsOf({ port }: StartedServer): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

function p99Of({ results }: Measurements) {
  return metricOf(results.map(({ p99Ms }) => Math.round(p99Ms * 10) / 10))
}

function requestsOf({ results }: Measurements): number {
  return results.reduce((sum, { perSecond }) => sum + perSecond * seconds, 0)
}

function cpuMicrosPerRequest(measurements: Measurements): number {
  return Math.round((measurements.cpuSeconds / requestsOf(measurements)) * 1e6)
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
