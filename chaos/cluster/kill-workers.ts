import { setTimeout as pause } from 'node:timers/promises'
import { inventoryImportsRoutes, type WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import pg from 'pg'
import { openDatabase } from '../../apps/api/src/db/client.ts'
import { cancelLines } from '../../apps/api/src/modules/orders/index.ts'
import { randomIds } from '../../apps/api/src/shared/ids.ts'
import { seedSellers } from '../../bench/seed-sellers.ts'
import { waitFor } from '../../deploy/cluster/cluster-state.ts'
import { databaseUrl } from '../../deploy/cluster/layout.ts'
import { killRecorded } from '../../deploy/cluster/running-processes.ts'
import { restartProcesses, shortGapMs } from './kill-processes.ts'
import type { ClusterFault } from './run-fault.ts'
import { dataOf, type Trial } from './trial.ts'

const rows = 4000
const cancelledLines = 20
/** A job of a worker that was killed is repeated once its heartbeat has been missing for a minute. */
const importTimeoutMs = 150_000

const header =
  'external_id,event_id,section,row,seat_from,seat_to,quantity,price,currency,delivery,in_hand_date'

const failedStates: ReadonlySet<WireInventoryImport['state']> = new Set([
  'done_with_errors',
  'refused',
  'discarded',
])

/** A seller's file that the workers import. */
interface Import {
  token: string
  importId: string
}

/** All workers end while they apply a seller's file and pay refunds. Both are finished, and nothing is done twice. */
export function killWorkers(): ClusterFault {
  let started: Import | undefined
  let refundIds: string[] = []
  return {
    maxGapMs: shortGapMs,
    lastsMs: 1000,
    async inject(trial) {
      started = await startImport(trial)
      refundIds = await cancelSomeLines(trial)
      await waitForImport(trial, started, 'applying', ({ progress }) => (progress?.done ?? 0) > 0)
      await Promise.all(['worker1', 'worker2'].map((name) => killRecorded(trial.layout, name)))
    },
    recover: restartProcesses,
    async check(trial) {
      if (!started) return ['no import was started']
      await waitForImport(trial, started, 'done')
      return withClient(trial, async (client) => [
        ...(await findWrongListings(client)),
        ...(await findWrongRefunds(client, refundIds)),
      ])
    },
    figures: () => ({ importedRows: rows, refunds: refundIds.length }),
  }
}

/** Uploads a file of a new seller and applies it once its preview is ready. */
async function startImport(trial: Trial): Promise<Import> {
  const { token, eventIds } = await withClient(trial, async (client) => {
    const [seller] = await seedSellers(client, { sellers: 1, listingsPerEvent: 0 })
    if (!seller) throw new Error('there is no seller')
    const events = await client.query<{ id: number }>("select id from events where source_key like 'bench/%'")
    return { token: seller.token, eventIds: events.rows.map(({ id }) => id) }
  })
  const settings = { dialect: 'own-export', mode: 'full_replace', currency: 'GBP', date_order: 'ymd' }
  const profile = await call(trial, token, pathOf(inventoryProfilesRoutes.create), {
    type: 'application/json',
    content: JSON.stringify({ name: 'All stock', settings }),
  })
  const profileId = inventoryProfilesRoutes.create.response.parse(profile).data.id
  const upload = await call(
    trial,
    token,
    `${pathOf(inventoryImportsRoutes.upload)}?profile_id=${profileId}&file_name=stock.csv`,
    { type: 'text/csv', content: fileOf(eventIds) },
  )
  const importId = inventoryImportsRoutes.upload.response.parse(upload).data.id
  const started = { token, importId }
  await waitForImport(trial, started, 'previewed')
  await call(trial, token, pathOf(inventoryImportsRoutes.apply, importId), {
    type: 'application/json',
    content: '{}',
  })
  return started
}

/** One listing of four seats per row; no seat is in two rows. */
function fileOf(eventIds: readonly number[]): string {
  const inHand = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: rows }, (_, index) => {
    const place = Math.floor(index / eventIds.length)
    const seat = 1 + (place % 10) * 4
    return `${index},${eventIds[index % eventIds.length]},Block ${101 + (place % 40)},${Math.floor(place / 10)},${seat},${seat + 3},4,${50 + (index % 150)}.00,GBP,eTicket,${inHand}`
  })
  return [header, ...lines].join('\n')
}

/** Cancels lines of paid orders as an operator does; returns the ids of their refunds, which a worker pays. */
async function cancelSomeLines(trial: Trial): Promise<string[]> {
  const { db, pool } = openDatabase({ url: dataOf(trial).databaseUrl, poolSize: 2 })
  try {
    const { rows: lines } = await pool.query<{ id: string }>(
      "select id from order_lines where state = 'confirmed' and order_is_paid(order_id) limit $1",
      [cancelledLines],
    )
    const refunds: string[] = []
    for (const { id: lineId } of lines) {
      const order = { target: { lineId }, actor: 'chaos', reason: 'The event has a new stand', relist: true }
      refunds.push(...(await cancelLines({ db, ids: randomIds }, order)).map(({ refundId }) => refundId))
    }
    return refunds
  } finally {
    await db.destroy()
  }
}

async function waitForImport(
  trial: Trial,
  { token, importId }: Import,
  state: WireInventoryImport['state'],
  isReached: (found: WireInventoryImport) => boolean = () => true,
): Promise<void> {
  const hasReached = async () => {
    const response = await call(trial, token, pathOf(inventoryImportsRoutes.one, importId))
    const { data } = inventoryImportsRoutes.one.response.parse(response)
    if (failedStates.has(data.state))
      throw new Error(`the import is ${data.state}: ${JSON.stringify(data.problem)}`)
    return data.state === state && isReached(data)
  }
  await waitFor(`an import that is ${state}`, hasReached, importTimeoutMs)
}

async function findWrongListings(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ listings: number; lines: number; seats: number }>(
    `select count(*)::integer as listings, count(distinct external_id)::integer as lines,
      count(distinct (event_id, section, "row", first_seat))::integer as seats
    from listings where seller_team_id = 'tm_s0' and quantity = 4`,
  )
  const { listings, lines, seats } = found[0] ?? { listings: 0, lines: 0, seats: 0 }
  return [listings, lines, seats].every((count) => count === rows)
    ? []
    : [`${rows} rows were imported as ${listings} listings of ${lines} rows with ${seats} runs of seats`]
}

/** What was refunded is compared with the payment provider by `verifyLedger`. */
async function findWrongRefunds(client: pg.Client, refundIds: readonly string[]): Promise<string[]> {
  if (refundIds.length === 0) return ['no line was cancelled']
  const { rows: refunds } = await client.query<{ id: string; state: string }>(
    'select id, state from order_refunds where id = any($1)',
    [refundIds],
  )
  const wrong = refunds.filter(({ state }) => state !== 'succeeded')
  return [
    ...(refunds.length === refundIds.length ? [] : [`${refundIds.length - refunds.length} refunds are lost`]),
    ...wrong.map(({ id, state }) => `refund ${id} is ${state}`),
  ]
}

async function call(
  { layout }: Trial,
  token: string,
  path: string,
  body?: { type: string; content: string },
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${layout.ports.site}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.content }),
      signal: AbortSignal.timeout(40_000),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    if (response.status !== 503) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
    await pause(500)
  }
}

function pathOf(route: { path: string }, importId = ''): string {
  return `/api${expandProduct(route.path, productDefaults.product)}`.replace(':import_id', importId)
}

async function withClient<Result>(
  trial: Trial,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl(trial.layout, trial.layout.ports.leader) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
