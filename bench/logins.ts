import { loadavg } from 'node:os'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { listingsRoutes } from '@terrace/contracts/listings'
import pg from 'pg'
import { hashPassword } from '../apps/api/src/modules/accounts/password-hash.ts'
import { requestText } from './connection.ts'
import { onGround, turns } from './ground.ts'
import { figure, type Figure } from './measure.ts'
import type { Paced, PaceWish } from './pace-worker.ts'
import { startWorker } from './worker.ts'

/**
 * What logins cost those who are logged in: the feed at 500 requests a second, alone and beside 20 logins a second whose
 * passwords are hashed with argon2id. The feed's p99 may double. Both are asked at a steady pace by processes of their
 * own; the turns alternate.
 */
const feeds = { connections: 64, perSecond: 500 }
const logins = { connections: 64, perSecond: 20 }
const seconds = 8
const bar = 2

const stock = { events: 20, listingsPerEvent: 100, ticketsPerListing: 4, teams: 1024 }
const password = 'a password like others'

await onGround(stock, async ({ databaseUrl, tokens, eventIds, conditions, serve }) => {
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
  const reader = startWorker<PaceWish, Paced>('pace-worker.ts')
  const enterer = startWorker<PaceWish, Paced>('pace-worker.ts')
  const read = (time: number) => reader.ask({ port, requests: feedRequests, ...feeds, seconds: time })
  const enter = (time: number) => enterer.ask({ port, requests: loginRequests, ...logins, seconds: time })

  await Promise.all([read(3), enter(3)])
  const alone: number[] = []
  const beside: number[] = []
  const entered: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    alone.push(p99((await read(seconds)).took))
    const [fed, opened] = await Promise.all([read(seconds), enter(seconds)])
    beside.push(p99(fed.took))
    entered.push(p99(opened.took))
  }
  await Promise.all([reader.stop(), enterer.stop()])

  const ratio = figure(beside).median / figure(alone).median
  const spread = figure(beside.map((value, turn) => value / (alone[turn] ?? Number.NaN)))
  const ok = ratio <= bar
  console.log(
    JSON.stringify({
      bench: 'logins',
      ratio: round(ratio),
      bar,
      ok,
      unit: 'p99 in milliseconds, tickets/feed beside logins : alone',
      beside: rounded(figure(beside)),
      alone: rounded(figure(alone)),
      spread: { min: round(spread.min), max: round(spread.max) },
      logins: rounded(figure(entered)),
      turns,
      load,
      feedsPerSecond: feeds.perSecond,
      loginsPerSecond: logins.perSecond,
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()

/** One hash for all: what is measured is what comparing with it costs, not whose it is. */
async function setPasswords(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update accounts set password_hash = $1', [await hashPassword(password)])
  await client.end()
}

function p99(took: readonly number[]): number {
  return took.toSorted((left, right) => left - right)[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN
}

function rounded({ median, min, max }: Figure): Figure {
  return { median: round(median), min: round(min), max: round(max) }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
