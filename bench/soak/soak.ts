import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { browserConfig } from '@terrace/contracts/config'
import { eventChannel } from '@terrace/contracts/realtime'
import { pause } from '../../tools/launch/processes/process-identity.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { withBenchData } from '../bench-data.ts'
import type { MixJob, MixResult } from '../workers/mix-worker.ts'
import type { SocketJob, SocketsDone } from '../workers/socket-worker.ts'
import { startWorker } from '../worker.ts'
import { driftOf, type Sample } from './drift.ts'

/**
 * Ten minutes (`--minutes`) of feeds, searches, holds and purchases at half of what the machine can do, with open sockets
 * that receive each change: memory, delay of the event loop and lag of the outbox at the end against those after the
 * first minute (issue 20). One process with both roles; the payment provider responds from memory.
 */
const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(options.minutes)
if (!(minutes > 0 && minutes <= 1440)) throw new UserError('--minutes is a number up to 1440.')

const target = 1.1
const shares = { feed: 50, search: 30, hold: 12, checkout: 8 }
const connections = 32
const sockets = 1000
const listening = 400
const warmUpSeconds = 15
/** Caches and compiled code fill with work, not with time: a slow machine warms up for longer. */
const warmUpActions = 40_000
const maximumSeconds = 15
const stock = { events: 400, listingsPerEvent: 100, ticketsPerListing: 40, teams: 1024 }

await withBenchData(stock, async ({ tokens, eventIds, listingIds, conditions, serve, analyzeTables }) => {
  const port = await serve({
    file: 'bench/checkout/checkout-server.ts',
    BENCH_GATEWAY: 'memory',
    BENCH_USAGE_PORT: '0',
    REALTIME_MAX_SOCKETS_PER_ADDRESS: String(sockets),
    REALTIME_MAX_SOCKETS_PER_ACCOUNT: String(sockets),
  })
  const base = `http://127.0.0.1:${port}`
  const { realtime, search } = browserConfig.parse(await (await fetch(`${base}/config.json`)).json())
  const browsers = startWorker<SocketJob, SocketsDone>('socket-worker.ts')
  await browsers.run({ kind: 'connect', port, key: realtime.key, sockets })
  for (let index = 0; index < listening; index += 1) {
    const channel = eventChannel(eventIds[index] ?? 0)
    await browsers.run({ kind: 'subscribe', port, channel, token: tokens[0] ?? '', sockets: 1, skip: index })
  }

  const brokers = startWorker<MixJob, MixResult>('mix-worker.ts')
  const searchPath = `/1/indexes/*/queries?x-algolia-application-id=${search.app_id}&x-algolia-api-key=${search.api_key}`
  const common = { port, tokens, eventIds, listingIds, searchPath, shares, connections }
  for (let done = 0; done < warmUpActions;) {
    const { perSecond } = await brokers.run({ ...common, seconds: warmUpSeconds })
    if (done === 0) await analyzeTables()
    done += perSecond * warmUpSeconds
  }
  const maximum = await brokers.run({ ...common, seconds: maximumSeconds })

  const seconds = minutes * 60
  const perSecond = maximum.perSecond / 2
  const samples: Sample[] = []
  const [steady] = await Promise.all([
    brokers.run({ ...common, seconds, perSecond }),
    sample(base, seconds, samples),
    forgetMessages(browsers, seconds),
  ])
  await brokers.stop()
  await browsers.stop()

  const drift = driftOf(samples, seconds)
  // Without the planned load, the figures say nothing: something else takes the processors.
  const isSteady = steady.perSecond >= 0.95 * perSecond
  const ok = isSteady && Object.values(drift).every(({ ratio }) => ratio <= target)
  console.log(
    JSON.stringify({
      bench: 'soak',
      ok,
      target,
      unit: 'median of the last tenth of the time : that of the second',
      minutes,
      maximumPerSecond: Math.round(maximum.perSecond),
      perSecond: { planned: Math.round(perSecond), carried: Math.round(steady.perSecond) },
      ...drift,
      actions: steady.actions,
      sockets,
      load: loadavg().map((value) => Number(value.toFixed(2))),
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()

/** Reads the metrics a hundred times, at most every five seconds. */
async function sample(base: string, seconds: number, samples: Sample[]): Promise<void> {
  const intervalMs = Math.min(5000, seconds * 10)
  const from = performance.now()
  // The first reading also has what was before.
  await read(base)
  for (let due = intervalMs; due <= seconds * 1000; due += intervalMs) {
    await pause(Math.max(0, from + due - performance.now()))
    samples.push({ seconds: (performance.now() - from) / 1000, ...(await read(base)) })
  }
}

async function read(base: string): Promise<Omit<Sample, 'seconds'>> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const valueOf = (name: string) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
    if (value === undefined) throw new Error(`/metrics has no ${name}`)
    return Number(value)
  }
  return {
    memoryMb: valueOf('process_resident_memory_bytes') / 1_048_576,
    eventLoopMs: valueOf('nodejs_eventloop_lag_p99_seconds') * 1000,
    outboxLagMs: valueOf('outbox_lag_seconds') * 1000,
  }
}

/** The browsers of this bench keep what they receive until it is collected. */
async function forgetMessages(
  browsers: { run: (job: SocketJob) => Promise<SocketsDone> },
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    await pause(Math.min(10_000, until - performance.now()))
    await browsers.run({ kind: 'collect', now: true })
  }
}
