import { loadavg } from 'node:os'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { listingsRoutes } from '@terrace/contracts/listings'
import pg from 'pg'
import { hashPassword } from '../apps/api/src/modules/accounts/passwords/password-hash.ts'
import { requestText } from './connection.ts'
import { withBenchData, runs } from './bench-data.ts'
import { metricOf, type Metric } from './measure.ts'
import type { PaceResult, PaceJob } from './workers/pace-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Effect of logins on other users: the feed at 500 requests per second, alone and with 10 logins per second, hashed
 * with argon2id. The feed's p99 may double. Separate processes send both at a steady rate, in alternating turns.
 */
const feeds = { connections: 64, perSecond: 500 }
const logins = { connections: 64, perSecond: 10 }
const seconds = 8
const target = 2

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 4, teams: 1024 }
const password = 'a common password'

await withBenchData(stock, async ({ databaseUrl, tokens, eventIds, conditions, serve }) => {
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  await setPasswords(databaseUrl)
  const port = await serve()
  const path = `/api${listingsRoutes.feed.path}?event_id=${eventIds[0]}&per_page=100`
  const feedRequests = tokens.map((token) => requestText('GET', path, { token }))
  const loginRequests = tokens.map((_, index) =>
    requestText('POST', `/api${accountsRoutes.logIn.path}`, {
      body: { username: `buyer${index}`, password },
    }),
  )
  const reader = startWorker<PaceJob, PaceResult>('pace-worker.ts')
  const enterer = startWorker<PaceJob, PaceResult>('pace-worker.ts')
  const read = (time: number) => reader.run({ port, requests: feedRequests, ...feeds, seconds: time })
  const enter = (time: number) => enterer.run({ port, requests: loginRequests, ...logins, seconds: time })

  await Promise.all([read(3), enter(3)])
  const readsAlone: number[] = []
  const readsUnderLogins: number[] = []
  const entered: number[] = []
  for (let run = 0; run < runs; run++) {
    readsAlone.push(p99((await read(seconds)).durations))
    const [fed, opened] = await Promise.all([read(seconds), enter(seconds)])
    readsUnderLogins.push(p99(fed.durations))
    entered.push(p99(opened.durations))
  }
  await Promise.all([reader.stop(), enterer.stop()])

  const ratio = metricOf(readsUnderLogins).median / metricOf(readsAlone).median
  const spread = metricOf(readsUnderLogins.map((value, run) => value / (readsAlone[run] ?? Number.NaN)))
  const ok = ratio <= target
  console.log(
    JSON.stringify({
      bench: 'logins',
      ratio: round(ratio),
      target,
      ok,
      unit: 'p99 in milliseconds, tickets/feed with logins : alone',
      withLogins: rounded(metricOf(readsUnderLogins)),
      alone: rounded(metricOf(readsAlone)),
      spread: { min: round(spread.min), max: round(spread.max) },
      logins: rounded(metricOf(entered)),
      turns: runs,
      load,
      feedsPerSecond: feeds.perSecond,
      loginsPerSecond: logins.perSecond,
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()

/** One hash for all accounts: only the cost of verification matters. */
async function setPasswords(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update accounts set password_hash = $1', [await hashPassword(password)])
  await client.end()
}

function p99(durations: readonly number[]): number {
  return (
    durations.toSorted((left, right) => left - right)[Math.ceil(durations.length * 0.99) - 1] ?? Number.NaN
  )
}

function rounded({ median, min, max }: Metric): Metric {
  return { median: round(median), min: round(min), max: round(max) }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
