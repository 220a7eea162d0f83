import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import type pg from 'pg'
import { openDatabase } from '../apps/api/src/db/client.ts'
import type { Crash } from '../apps/api/src/test/harness/crash-while-paying.ts'
import { crashPoints, type CrashPoint } from '../apps/api/src/test/harness/crash-points.ts'
import { paymentsOf } from '../apps/api/src/test/fakes/sandbox.ts'
import { purchaseBody } from '../apps/api/src/test/fixtures/purchase-body.ts'
import { withBenchData, type BenchData } from '../bench/bench-data.ts'
import { startSandbox } from '../bench/sandbox-process.ts'
import { fileIn } from '../apps/sandbox/src/settings.ts'
import { openStore, type Store } from '../apps/sandbox/src/store/store.ts'
import { serverVariables } from '../tools/launch/sandbox-settings.ts'
import { failGateway } from './fail-gateway.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Processes killed in parallel; more would compete for the two cores. */
const maxConcurrent = 3
// An upper limit for busy machines.
const timeoutMs = 120_000

/**
 * Crash matrix of the checkout (ADR 0004). A process is killed at each point between "Pay" and "confirmed", `--times`
 * times, and another one recovers its purchases. Then the gateway is slow, fails, drops connections and receives
 * duplicates. Finally ledger, gateway and stock must agree to the cent.
 */
export async function checkout(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { times: { type: 'string' } } })
  const times = Number(values.times ?? 20)
  if (!Number.isInteger(times) || times < 1 || times > 1000)
    throw new RangeError('--times: a whole number from 1 to 1000')
  const teams = crashPoints.length * times
  return withBenchData(
    { events: 1, listingsPerEvent: 10, ticketsPerListing: 400, teams: Math.max(teams, 16) },
    (benchData) => killAndFail(benchData, times),
    { durable: false },
  )
}

async function killAndFail(benchData: BenchData, times: number): Promise<boolean> {
  const { databaseUrl, dataFolder, sandbox, tokens, listingIds, serve, conditions } = benchData
  const port = await serve({ LOG_LEVEL: 'error' })
  const provider = await startSandbox(sandbox, { dataFolder, serverPort: port })
  const store = openStore(fileIn(sandbox.folder))
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: 8 })
  try {
    const kills = Array.from({ length: times }, () => crashPoints).flat()
    const problems: string[] = []
    const queue = kills.entries()
    const work = async () => {
      for (const [index, point] of queue) {
        const token = tokens[index] ?? ''
        const listingId = listingIds[index % listingIds.length] ?? ''
        const problem = await killAt(point, {
          pool,
          store,
          databaseUrl,
          dataFolder,
          sandbox: serverVariables(sandbox),
          port,
          token,
          listingId,
          team: `tm_${index}`,
        })
        if (problem !== null) problems.push(`killed after ${point.after}: ${problem}`)
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, work))
    const failed = await failGateway({
      databaseUrl,
      dataFolder,
      sandbox,
      tokens: tokens.slice(0, 16),
      listingIds,
      times,
    })
    await waitUntilSettled(pool)
    problems.push(...failed.problems, ...(await verifyLedger({ db, pool, store })))
    const isConsistent = problems.length === 0
    console.log(
      JSON.stringify({
        chaos: 'checkout',
        ok: isConsistent,
        times,
        killed: kills.length,
        failures: failed.count,
        problems,
        ...conditions,
      }),
    )
    return isConsistent
  } finally {
    await db.destroy()
    store.close()
    await provider.end()
  }
}

interface KilledCheckout {
  pool: pg.Pool
  store: Store
  databaseUrl: string
  dataFolder: string
  sandbox: Crash['sandbox']
  /** Port of the surviving process. */
  port: number
  token: string
  team: string
  listingId: string
}

const script = fileURLToPath(new URL('../apps/api/src/test/harness/crash-while-paying.ts', import.meta.url))
const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`

/** Kills a process at the point and returns the problem of the recovered attempt, or `null`. */
async function killAt(
  { on, kind, attempt, payment }: CrashPoint,
  { pool, store, databaseUrl, dataFolder, sandbox, port, token, team, listingId }: KilledCheckout,
): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}${path(holdsRoutes.place)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ listing_id: listingId, quantity: 2 }]),
  })
  const { data: held } = holdsRoutes.place.response.parse(await response.json())
  const crash: Crash = {
    databaseUrl,
    dataFolder,
    sandbox,
    on,
    kind,
    token,
    url: path(checkoutRoutes.buy),
    body: JSON.stringify(purchaseBody(held)),
  }
  const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: 'inherit',
  })
  const exited = once(child, 'exit')
  const readState = async () => {
    const { rows } = await pool.query<{ id: string; state: string }>(
      'select id, state from checkout_attempts where team_id = $1',
      [team],
    )
    return rows
      .flatMap(({ id, state }) => {
        const payments = paymentsOf({ store }, id).map(({ status }) => status)
        return (payments.length > 0 ? payments : ['none']).map((payment) => `${state}, payment ${payment}`)
      })
      .join('; ')
  }
  const isReached = await until(async () => (await readState()) === `${attempt}, payment ${payment}`)
  child.kill('SIGKILL')
  await exited
  if (!isReached) return `never reached the point; state: ${await readState()}`
  // The dead process has not been seen for a while, which ends its lease. Those still buying keep theirs.
  await pool.query(
    `update processes p set seen_at = clock_timestamp() - interval '5 seconds' from checkout_attempts a
      where a.team_id = $1 and p.id = split_part(a.lease_owner, '/', 1)`,
    [team],
  )
  // The buyer still waits, so the other process goes on.
  const end = 'confirmed, payment succeeded'
  return (await until(async () => (await readState()) === end)) ? null : `ended as ${await readState()}`
}

async function until(isDone: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await isDone()) return true
    await pause(50)
  }
  return false
}

/** Waits until the reconciler has finished everything that gateway failures left open. */
async function waitUntilSettled(pool: pg.Pool): Promise<void> {
  await until(async () => {
    // Leases of finished requests expire like those of dead processes.
    await pool.query(`update checkout_attempts set lease_expires_at = clock_timestamp()
      where is_open`)
    const { rows } = await pool.query(`select from checkout_attempts
      where is_open limit 1`)
    return rows.length === 0
  })
}
