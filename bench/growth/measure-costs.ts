import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { browserConfig } from '@terrace/contracts/config'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { listingsRoutes } from '@terrace/contracts/listings'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import pg from 'pg'
import { withBenchData, type BenchData } from '../bench-data.ts'
import { bodyOf, openConnection, requestText } from '../connection.ts'
import { metricOf } from '../measure.ts'
import { residentMb } from '../resident-memory.ts'
import type { GetJob, GetResult } from '../workers/get-worker.ts'
import type { HoldJob } from '../workers/hold-worker.ts'
import type { MixJob, MixResult, Action } from '../workers/mix-worker.ts'
import type { SocketJob, SocketsDone } from '../workers/socket-worker.ts'
import { startWorker } from '../worker.ts'
import type { MeasuredCosts } from './inputs.ts'
import { createUsageReading, startMeasuredServer, type Usage } from './measured-server.ts'
import type { ActionCost } from './model.ts'

const stock = { events: 400, listingsPerEvent: 100, ticketsPerListing: 40, teams: 512 }
const seconds = 8
const connections = 8
const sockets = 2000
const listingsPerEdit = 100
const edits = 60

/**
 * Measures what each action costs: three processes on one database, of which one serves, one only follows the outbox and
 * one does the background work. Takes two minutes.
 */
export function measureCosts(): Promise<MeasuredCosts> {
  const load = Number((loadavg()[0] ?? 0).toFixed(1))
  return withBenchData(stock, async (data) => {
    const client = new pg.Client({ connectionString: data.databaseUrl })
    await client.connect()
    try {
      const costs = await measure(data, client)
      const { rows } = await client.query<{ version: string }>(
        "select current_setting('server_version') as version",
      )
      return {
        measured: {
          at: new Date().toISOString().slice(0, 10),
          node: process.version,
          cores: cpus().length,
          processor: cpus()[0]?.model.trim() ?? 'an unknown processor',
          postgres: rows[0]?.version ?? '',
          load,
        },
        costs,
      }
    } finally {
      await client.end()
    }
  })
}

async function measure(data: BenchData, client: pg.Client): Promise<MeasuredCosts['costs']> {
  const { databaseUrl, tokens, eventIds, listingIds, serve, analyzeTables } = data
  const listingBytes = await sizeOf(client, 'listings')
  const sellerToken = await addSeller(client)
  const server = await startMeasuredServer(serve, {
    ROLES: 'web',
    REALTIME_MAX_SOCKETS_PER_ADDRESS: String(sockets),
  })
  const base = `http://127.0.0.1:${server.port}`
  const processMb = await residentMb(base)
  const { search, realtime } = browserConfig.parse(await (await fetch(`${base}/config.json`)).json())
  const kbPerSocket = await memoryOfSockets(server.port, realtime.key)
  const other = await startMeasuredServer(serve, { ROLES: 'web' })
  const worker = await startMeasuredServer(serve, { ROLES: 'worker' })
  const usage = await createUsageReading(databaseUrl, { server, other, worker }, () =>
    countOutboxRows(client),
  )

  const searchPath = `/1/indexes/*/queries?x-algolia-application-id=${search.app_id}&x-algolia-api-key=${search.api_key}`
  const mixed = startWorker<MixJob, MixResult>('mix-worker.ts')
  const mix = async (action: Action, time = seconds): Promise<Done> => {
    const shares = { feed: 0, search: 0, hold: 0, checkout: 0, [action]: 1 }
    const common = { port: server.port, tokens, eventIds, listingIds, searchPath, shares, connections }
    const { actions } = await mixed.run({ ...common, seconds: time })
    return actions[action]
  }
  const holding = startWorker<HoldJob, number>('hold-worker.ts')
  const reading = startWorker<GetJob, GetResult>('get-worker.ts')

  // Both have read every event and know every session, and have prepared their statements.
  const requests = tokens.map((token, index) =>
    requestText('GET', feedPath(eventIds[index % eventIds.length]), { token }),
  )
  for (const { port } of [server, other])
    await reading.run({ port, requests, connections, seconds: 120, once: true })
  for (const action of ['search', 'hold', 'checkout'] as const) await mix(action, 3)
  await analyzeTables()

  await pause(3000)
  const idle = await timed(usage.read, async () => {
    await pause(6000)
    return { count: 0, bytes: 0 }
  })
  const costOf = async (act: () => Promise<Done>) => perAction(await timed(usage.read, act), idle)

  const feed = await costOf(() => mix('feed'))
  feed.cost.responseBytes = await compressedBytes(base, feedPath(eventIds[0]), tokens[0] ?? '')
  const searching = await costOf(() => mix('search'))
  const hold = await costOf(() => mix('hold'))
  const ordersBefore = await databaseSize(client)
  let orders = 0
  const order = await costOf(async () => {
    const done = await mix('checkout')
    orders = done.count
    return done
  })
  const orderBytes = ((await databaseSize(client)) - ordersBefore) / orders
  const priceChange = await costOf(() => editPrices(server.port, sellerToken, listingIds))
  const held = await holding.run({
    port: server.port,
    tokens,
    listingIds: listingIds.slice(0, 1),
    concurrency: connections,
    seconds: 4,
  })
  await Promise.all([mixed.stop(), holding.stop(), reading.stop()])
  await usage.close()

  return {
    actions: {
      feed: feed.cost,
      search: searching.cost,
      hold: hold.cost,
      order: order.cost,
      priceChange: priceChange.cost,
    },
    noticeCpuMs: round(metricOf([hold.noticeCpuMs, order.noticeCpuMs, priceChange.noticeCpuMs]).max, 4),
    processMb: Math.round(processMb),
    kbPerSocket: round(kbPerSocket, 1),
    databaseBytesPerOrder: Math.round(orderBytes),
    databaseBytesPerListing: Math.round(listingBytes / listingIds.length),
    // The worker counts both.
    holdsPerSecondOfOneListing: Math.round(held / 2),
  }
}

const feedPath = (eventId: number | undefined) =>
  `/api${listingsRoutes.feed.path}?event_id=${eventId}&per_page=50`

/** Of each of many idle sockets, once the memory for connecting is free again. */
async function memoryOfSockets(port: number, key: string): Promise<number> {
  const base = `http://127.0.0.1:${port}`
  const before = await residentMb(base)
  const browsers = startWorker<SocketJob, SocketsDone>('socket-worker.ts')
  await browsers.run({ kind: 'connect', port, key, sockets })
  await pause(5000)
  const after = await residentMb(base)
  await browsers.stop()
  return Math.max(0, ((after - before) * 1024) / sockets)
}

/** How many actions were done, and how many bytes each received. */
interface Done {
  count: number
  bytes: number
}

interface Timed extends Done {
  seconds: number
  used: Usage
}

async function timed(read: () => Promise<Usage>, act: () => Promise<Done>): Promise<Timed> {
  const from = performance.now()
  const before = await read()
  const { count, bytes } = await act()
  const taken = (performance.now() - from) / 1000
  // Workers finish what the actions caused.
  await pause(1500)
  const after = await read()
  const used = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Usage]]),
  ) as unknown as Usage
  return { count, bytes, seconds: taken + 1.5, used }
}

/** The cost of one action, without what the processes use while nothing happens. */
function perAction({ count, bytes, seconds: taken, used }: Timed, idle: Timed) {
  const net = (name: keyof Usage) => Math.max(0, used[name] - (idle.used[name] / idle.seconds) * taken)
  const cost: ActionCost = {
    serverCpuMs: round(net('serverCpuMs') / count, 3),
    databaseCpuMs: round(net('databaseCpuMs') / count, 3),
    statements: round(net('statements') / count, 2),
    walBytes: Math.round(net('walBytes') / count),
    outboxRows: round(used.outboxRows / count, 2),
    responseBytes: bytes,
    workerCpuMs: round(net('workerCpuMs') / count, 3),
  }
  return { cost, noticeCpuMs: used.outboxRows > 0 ? net('otherCpuMs') / used.outboxRows : 0 }
}

/** Changes prices of listings of one seller, a hundred at a time; returns how many. */
async function editPrices(port: number, token: string, listingIds: readonly string[]): Promise<Done> {
  const connection = await openConnection(port)
  // Every second one belongs to this seller.
  const own = listingIds.filter((id) => Number(id.split('x')[1]) % 2 === 0)
  let bytes = 0
  for (let edit = 0; edit < edits; edit += 1) {
    const listing_ids = own.slice(edit * listingsPerEdit, (edit + 1) * listingsPerEdit)
    const body = {
      selection: { listing_ids },
      change: { price: { change: { by: 'amount', amount: '-0.01' } } },
    }
    const preview = await connection.send(
      requestText('POST', pathOf(inventoryBulkRoutes.preview), { token, body }),
    )
    const { id, counts } = inventoryBulkRoutes.preview.response.parse(bodyOf(preview)).data
    if (counts.changed !== listingsPerEdit) throw new Error(`an edit changes ${counts.changed} listings`)
    const path = pathOf(inventoryBulkRoutes.apply).replace(':bulk_edit_id', id)
    const applied = await connection.send(requestText('POST', path, { token, body: {} }))
    bytes += preview.bytes.length + applied.bytes.length
    if (applied.status !== 200) throw new Error(`an edit returned ${applied.status}`)
  }
  connection.close()
  const count = edits * listingsPerEdit
  return { count, bytes: Math.round(bytes / count) }
}

async function addSeller(client: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with account as (
      insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
      values ('usr_seller', 'tm_seller', 'owner', 'seller', 'active', 'seller', 'seller@example.test', 'none', 'Jo', 'Marsh')
      returning id)
    insert into sessions (id, account_id, token_hash) select 'ses_seller', id, $1 from account`,
    [createHash('sha256').update(token).digest()],
  )
  return token
}

/** Bytes of the response as a browser receives it. */
function compressedBytes(base: string, path: string, token: string): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' }
    request(`${base}${path}`, { headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => done(bytes))
    })
      .on('error', failed)
      .end()
  })
}

async function countOutboxRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "select last_value as count from pg_sequences where sequencename = 'outbox_id_seq'",
  )
  return Number(rows[0]?.count ?? 0)
}

async function databaseSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes)
}

async function sizeOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_total_relation_size($1::regclass) as bytes',
    [table],
  )
  return Number(rows[0]?.bytes)
}

function pathOf({ path }: { path: string }): string {
  return `/api${expandProduct(path, productDefaults.product)}`
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
