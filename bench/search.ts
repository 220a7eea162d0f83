import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { pause } from '../tools/launch/processes/process-identity.ts'
import { startTemporaryPostgres } from '../tools/launch/temporary/temporary-postgres.ts'
import { bodyOf, openConnection, requestText, type Connection } from './connection.ts'
import type { ConstantJob } from './workers/constant-worker.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'
import { newSandboxSettings, serverVariables } from '../tools/launch/sandbox-settings.ts'
import { startApi } from './bench-data.ts'
import { report } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import type { InProcess } from './workers/search-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Search over 100,000 and over 1,000,000 upcoming events, copied from the demo's events. In one process: time of each
 * keystroke, build from the database, memory and how long the event loop is blocked. With the real server: queries that
 * never repeat at 32 connections, against a constant response of the same size in alternating turns; memory; and how
 * soon a database change is found. `--events 1000000` measures one size, several times several.
 */
const { values: options } = parseArgs({
  options: { events: { type: 'string', multiple: true, default: ['100000', '1000000'] } },
})
const connections = 32
const runs = 3
const limits = { changeSeconds: 1, blockMs: 50 }
const sizes = options.events
  .map(Number)
  .toSorted((left, right) => left - right)
  .map((events) => ({ events, limits: { ...limitsFor(events), blockMs: limits.blockMs } }))

/** The numbers of a hundred thousand events, and those of a million for everything larger. */
function limitsFor(events: number) {
  return events <= 100_000
    ? { p99Ms: 8, firstP99Ms: 8, serverMb: 400 }
    : { p99Ms: 15, firstP99Ms: 15, indexMb: 1500, buildSeconds: 60 }
}

const copies = `
  with real as (
    select * from events
    where starts_at > now() + interval '1 day' and status <> 'cancelled' and source_key not like 'copy/%'
  ), counted as (
    select count(*) filter (where source_key like 'copy/%') as copied,
      count(*) filter (where source_key like 'copy/%' or starts_at > now() + interval '1 day') as count
    from events
  ), made as (
    insert into events (source_key, title, slug, category_id, season_id, venue_id, round, source_local_at, local_at,
      timezone, starts_at, date_confirmed, time_confirmed, status)
    select 'copy/' || copy || '/' || source_key, title, slug, category_id, season_id, venue_id, round,
      source_local_at + later, local_at + later, timezone, starts_at + later, date_confirmed, time_confirmed, status
    from counted, generate_series(1, 1000) copy cross join lateral (select make_interval(days => copy::int * 5)) l (later)
    cross join real
    order by copy, real.id limit (select greatest(0, $1::bigint - count) from counted) offset (select copied from counted)
    returning id, source_key
  ), played as (
    insert into event_performers (event_id, performer_id, role, position)
    select m.id, ep.performer_id, ep.role, ep.position
    from made m join real r on r.source_key = regexp_replace(m.source_key, '^copy/[0-9]+/', '')
    join event_performers ep on ep.event_id = r.id
  )
  insert into event_stats (event_id, trend_score)
  select id, decayed_score(1 + id::bigint * 7919 % 300, now() - make_interval(days => id % 30)) from made`

const root = resolve(import.meta.dirname, '..')
const database = await startTemporaryPostgres()
const cleanups = [() => database.remove()]
try {
  await migrate({ databaseUrl: database.databaseUrl })
  seedEvents(database.databaseUrl)
  const measured: (InProcess & { serverMb: number; changeSeconds: number })[] = []
  const missed: string[] = []
  const rates = { ours: [] as number[], baseline: [] as number[] }
  let responseBytes = 0
  for (const [at, { events, limits: sizeLimits }] of sizes.entries()) {
    await copyEvents(database.databaseUrl, events)
    const worker = startWorker<{ databaseUrl: string }, InProcess>('search-worker.ts')
    const result = await worker.run({ databaseUrl: database.databaseUrl })
    await worker.stop()

    const { port, end } = await startApi(
      database.databaseUrl,
      database.folder,
      serverVariables(await newSandboxSettings(database.folder)),
    )
    cleanups.unshift(end)
    const path = searchPath()
    const connection = await openConnection(port)
    await waitUntilLoaded(connection, path)
    if (at === 0) responseBytes = await compare(port, path, result.typed)
    const changeSeconds = await timeChange(database.databaseUrl, (query) =>
      connection.send(searchRequest(path, query)).then(bodyOf),
    )
    connection.close()
    const serverMb = Math.round(await residentMb(`http://127.0.0.1:${port}`))
    const numbers = { ...result, serverMb, changeSeconds }
    measured.push(numbers)
    for (const [name, limit] of Object.entries({ ...sizeLimits, changeSeconds: limits.changeSeconds }))
      if (!(numbers[name as keyof typeof sizeLimits] <= limit)) missed.push(`${events} events: ${name}`)
    cleanups.shift()
    await end()
  }
  const isRatioMet = report({
    bench: 'search',
    unit: 'responses per second',
    target: 0.15,
    goal: 0.3,
    ours: rates.ours,
    baseline: rates.baseline,
    conditions: {
      ...(missed.length > 0 && { ok: false, missed }),
      responseBytes,
      sizes: measured.map((each) => ({ ...each, typed: undefined })),
      limits: { ...limits, sizes },
      connections,
      node: process.version,
    },
  })
  process.exitCode = isRatioMet && missed.length === 0 ? 0 : 1

  /** Queries that never repeat and a constant response in alternating turns; returns the size of the response. */
  async function compare(port: number, path: string, typed: readonly string[]): Promise<number> {
    const client = startWorker<GetJob, GetResult>('get-worker.ts')
    const constant = startWorker<ConstantJob, number>('constant-worker.ts')
    const bytes = await averageBytes(port, path, typed)
    const constantPort = await constant.run({ body: JSON.stringify('x'.repeat(bytes - 2)) })
    const constants = [requestText('GET', '/constant')]
    await client.run({
      port,
      requests: typed.map((query) => searchRequest(path, query)),
      connections,
      seconds: 2,
    })
    await client.run({ port: constantPort, requests: constants, connections, seconds: 2 })
    for (let run = 0; run < runs; run += 1) {
      const fresh = typed.flatMap((query) => pagesOf(run).map((page) => searchRequest(path, query, page)))
      const ours = await client.run({ port, requests: fresh, connections, seconds: 60, once: true })
      rates.ours.push(ours.perSecond)
      const baseline = await client.run({ port: constantPort, requests: constants, connections, seconds: 4 })
      rates.baseline.push(baseline.perSecond)
    }
    await client.stop()
    await constant.stop()
    return bytes
  }

  function searchPath(): string {
    const { search_key: key } = JSON.parse(readFileSync(join(database.folder, 'search.json'), 'utf8')) as {
      search_key: string // the started server has written it
    }
    return `/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=${key}`
  }
} finally {
  for (const step of cleanups) await step()
}
process.exit()

/** Different pages in every turn. */
function pagesOf(run: number): number[] {
  return [1, 2, 3, 4, 5].map((page) => run * 5 + page)
}

function searchRequest(path: string, query: string, page = 0): string {
  return requestText('POST', path, { body: { requests: [{ ...request(query), page }] } })
}

/** The average size of responses that are measured. */
async function averageBytes(port: number, path: string, typed: readonly string[]): Promise<number> {
  const connection = await openConnection(port)
  let bytes = 0
  for (const query of typed) {
    const response = await connection.send(searchRequest(path, query, 1))
    bytes += response.bytes.length - response.bodyStart
  }
  connection.close()
  return Math.round(bytes / typed.length)
}

/** Requests fail until the whole index has been built. */
async function waitUntilLoaded(connection: Connection, path: string): Promise<void> {
  const until = performance.now() + 600_000
  while ((await connection.send(searchRequest(path, 'a'))).status !== 200) {
    if (performance.now() > until) throw new Error('the search index did not load')
    await pause(500)
  }
}

function request(query: string) {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400
  return {
    indexName: 'trade_events',
    query,
    hitsPerPage: 20,
    filters: `event_date_local>=${today} AND is_source_tixstock=1`,
  }
}

/** The real events from the demo files. */
function seedEvents(databaseUrl: string): void {
  execFileSync(process.execPath, [join(root, 'apps/api/src/cli/seed.ts'), '--listings', '100'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Copies the events repeatedly, five days later each time, until there are enough. */
async function copyEvents(databaseUrl: string, events: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(copies, [events])
    await client.query('delete from outbox')
    await client.query('analyze catalogue_events, event_performers, event_stats')
  } finally {
    await client.end()
  }
}

/** Seconds from a commit to the first search that finds it; the maximum of several. */
async function timeChange(databaseUrl: string, search: (query: string) => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let worst = 0
  try {
    for (let run = 0; run < 5; run += 1) {
      const word = `zyxwv${randomUUID().slice(0, 8)}quark`
      await client.query('update events set title = $1 where id = (select max(id) from events)', [word])
      const from = performance.now()
      while (!JSON.stringify(await search(word)).includes(`"title":"${word}"`)) {
        if (performance.now() - from > 20_000) throw new Error('the change was not found')
      }
      worst = Math.max(worst, performance.now() - from)
    }
  } finally {
    await client.end()
  }
  return Math.round(worst) / 1000
}
