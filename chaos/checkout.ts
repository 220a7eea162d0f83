import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import type pg from 'pg'
import { openDatabase } from '../apps/api/src/db/client.ts'
import type { Crash } from '../apps/api/src/modules/checkout/die-while-paying.ts'
import { crashPoints, type CrashPoint } from '../apps/api/src/test/crash-points.ts'
import { purchaseBody } from '../apps/api/src/test/purchase-body.ts'
import { onGround, type Ground } from '../bench/ground.ts'
import { failGateway } from './fail-gateway.ts'
import { judgeMoney } from './judge-money.ts'

/** Killed at once; more would wait for the two processors. */
const atOnce = 3
const patienceMs = 40_000

/**
 * The crash matrix of a checkout (ADR 0004): a process is killed at each point between "Pay" and "confirmed", `--times` over,
 * and another process brings to its end what it left; then the provider is slow, fails, cuts connections and hears twice. At
 * the end our books, the provider's and the stock must agree to the cent.
 */
export async function checkout(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { times: { type: 'string' } } })
  const times = Number(values.times ?? 20)
  if (!Number.isInteger(times) || times < 1 || times > 1000)
    throw new RangeError('--times: a whole number from 1 to 1000')
  const teams = crashPoints.length * times
  return onGround(
    { events: 1, listingsPerEvent: 10, ticketsPerListing: 400, teams: Math.max(teams, 16) },
    (ground) => killAndFail(ground, times),
    { durable: false },
  )
}

async function killAndFail(ground: Ground, times: number): Promise<boolean> {
  const { databaseUrl, tokens, listingIds, serve, conditions } = ground
  const port = await serve({ LOG_LEVEL: 'error' })
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 8 })
  try {
    const kills = Array.from({ length: times }, () => crashPoints).flat()
    const problems: string[] = []
    const queue = kills.entries()
    const work = async () => {
      for (const [index, point] of queue) {
        const token = tokens[index] ?? ''
        const listingId = listingIds[index % listingIds.length] ?? ''
        const problem = await dieAt(point, { pool, databaseUrl, port, token, listingId, team: `tm_${index}` })
        if (problem !== null) problems.push(`killed after ${point.after}: ${problem}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const failed = await failGateway({ databaseUrl, tokens: tokens.slice(0, 16), listingIds, times })
    await settled(pool)
    problems.push(...failed.problems, ...(await judgeMoney({ db, pool })))
    const isRight = problems.length === 0
    console.log(
      JSON.stringify({
        chaos: 'checkout',
        ok: isRight,
        times,
        killed: kills.length,
        failures: failed.count,
        problems,
        ...conditions,
      }),
    )
    return isRight
  } finally {
    await db.destroy()
  }
}

interface Victim {
  pool: pg.Pool
  databaseUrl: string
  /** Of the process that lives on. */
  port: number
  token: string
  team: string
  listingId: string
}

const script = fileURLToPath(new URL('../apps/api/src/modules/checkout/die-while-paying.ts', import.meta.url))
const path = (route: { path: string }) => `/api${foldProduct(route.path, productDefaults.product)}`

/** Kills a process at the point, and answers what is wrong with what becomes of its attempt; null where nothing is. */
async function dieAt(
  { on, kind, attempt, intent, becomes }: CrashPoint,
  { pool, databaseUrl, port, token, team, listingId }: Victim,
): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}${path(holdsRoutes.place)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ listing_id: listingId, quantity: 2 }]),
  })
  const { data: held } = holdsRoutes.place.response.parse(await response.json())
  const crash: Crash = {
    databaseUrl,
    on,
    kind,
    token,
    url: path(checkoutRoutes.buy),
    body: JSON.stringify(purchaseBody(held)),
  }
  const child = spawn(process.execPath, [script, JSON.stringify(crash)], { env: {}, stdio: 'inherit' })
  const standing = async () => {
    const { rows } = await pool.query<{ attempt: string; intent: string }>(
      `      select a.state as attempt, coalesce(i.status, 'none') as intent from checkout_attempts a
      left join sandbox.intents i on i.metadata ->> 'attempt_id' = a.id where a.team_id = $1`,
      [team],
    )
    return rows.map((row) => `${row.attempt}, payment ${row.intent}`).join('; ')
  }
  const isThere = await until(async () => (await standing()) === `${attempt}, payment ${intent}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  if (!isThere) return `it never came there, but to ${await standing()}`
  // The dead process's claim runs out; the living one looks every three seconds.
  await pool.query('update checkout_attempts set driven_until = clock_timestamp() where team_id = $1', [team])
  const end = `${becomes}, payment ${becomes === 'confirmed' ? 'succeeded' : 'canceled'}`
  return (await until(async () => (await standing()) === end)) ? null : `it became ${await standing()}`
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    if (await isSo()) return true
    await pause(50)
  }
  return false
}

/** Nothing is under way any more: the reconciler has ended what the provider's failures left open. */
async function settled(pool: pg.Pool): Promise<void> {
  await until(async () => {
    // Claims of requests that have been answered run out as those of dead processes do.
    await pool.query(`update checkout_attempts set driven_until = clock_timestamp()
      where state not in ('confirmed', 'declined', 'refunded', 'cancelled')`)
    const { rows } = await pool.query(`select from checkout_attempts
      where state not in ('confirmed', 'declined', 'refunded', 'cancelled') limit 1`)
    return rows.length === 0
  })
}
