import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { packageVersion } from '#api/shared/package-version.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What `/metrics` prints; modules add to what they know. */
export type Metrics = ReturnType<typeof createMetrics>

/** Metrics of this process since its start. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers,
  })
  build.set({ version: packageVersion(), node: process.version }, 1)
  const domainEvents = new Counter({
    name: 'domain_events_total',
    help: 'Holds, orders, refunds and other events of all processes, as seen by this one. Take the maximum of the processes, not the sum.',
    labelNames: ['topic'],
    registers,
  })
  const cacheReads = new Counter({
    name: 'cache_reads_total',
    help: 'Reads of in-memory caches by result: hit or miss.',
    labelNames: ['cache', 'result'],
    registers,
  })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'HTTP request duration by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: secondsBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'refusals_total',
      help: 'Requests answered with an error, by its code.',
      labelNames: ['code'],
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'provider_call_duration_seconds',
      help: 'Calls of the payment gateway, the mail server and the file store, by outcome: ok or error. A declined card is ok.',
      labelNames: ['provider', 'call', 'outcome'],
      buckets: secondsBuckets,
      registers,
    }),
    droppedBrowserSpans: new Counter({
      name: 'browser_spans_dropped_total',
      help: 'Spans of browsers that were not recorded because too many arrived in a minute.',
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'job_duration_seconds',
      help: 'Scheduled jobs of this process, by outcome: ok or error.',
      labelNames: ['job', 'outcome'],
      buckets: secondsBuckets,
      registers,
    }),
    /** Returns a function that counts one read of the cache. */
    countReadsOf(cache: string): (isHit: boolean) => void {
      const hits = cacheReads.labels(cache, 'hit')
      const misses = cacheReads.labels(cache, 'miss')
      return (isHit) => (isHit ? hits : misses).inc()
    },
    countDomainEvents(outbox: Pick<OutboxTail, 'onNotice'>): void {
      outbox.onNotice((rows) => {
        for (const { topic } of rows) domainEvents.inc({ topic })
      })
    },
  }
}
