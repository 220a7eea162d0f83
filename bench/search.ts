import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { startTemporaryPostgres } from '../tools/launch/temporary-postgres.ts'
import { bodyOf, openConnection, requestText } from './connection.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'
import { startApi } from './bench-data.ts'
import { metricOf } from './measure.ts'
import type { InProcess } from './workers/search-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Search over 100,000 upcoming events, copied from the demo's events. Measures typing in one process, HTTP
 * at 32 connections with repeated and with unique queries, build time and memory of the index, and how soon a
 * database change is found.
 */
const events = 100_000
const connections = 32
const seconds = 4
const runs = 3
const targets = { p99Ms: 10, perSecond: 1500, indexMb: 400, buildSeconds: 10, changeSeconds: 1 }

const copies = `
  with real as (
    select * from events where starts_at > now() + interval '1 day' and status <> 'cancelled'
  ), counted as (
    select count(*) as count from real
  ), made as (
    insert into events (source_key, title, slug, category_id, season_id, venue_id, round, source_local_at, local_at,
      timezone, starts_at, date_confirmed, time_confirmed, status)
    select 'copy/' || copy || '/' || source_key, title, slug, category_id, season_id, venue_id, round,
      source_local_at + later, local_at + later, timezone, starts_at + later, date_confirmed, time_confirmed, status
    from counted, generate_series(1, 200) copy cross join lateral (select make_interval(days => copy::int * 5)) l (later)
    cross join real
    order by copy, real.id limit (select $1::bigint - count from counted)
    returning id, source_key
  ), played as (
    insert into event_performers (event_id, performer_id, role, position)
    select m.id, ep.performer_id, ep.role, ep.position
    from made m join real r on r.source_key = regexp_replace(m.source_key, '^copy/[0-9]+/', '')
    join event_performers ep on ep.event_id = r.id
  )
  insert into event_stats (event_id, trend_score)
  select id, decayed_score(1 + id * 7919 % 300, now() - make_interval(days => id % 30)) from made`

const root = resolve(import.meta.dirname, '..')
const database = await startTemporaryPostgres()
const cleanups = [() => database.remove()]
try {
  await migrate({ databaseUrl: database.databaseUrl })
  seedEvents(database.databaseUrl)
  await copyEvents(database.databaseUrl)

  const worker = startWorker<{ databaseUrl: string }, InProcess>('search-worker.ts')
  const inProcess = await worker.run({ databaseUrl: database.databaseUrl })
  await worker.stop()

  const { port, end } = await startApi(database.databaseUrl, database.folder)
  cleanups.unshift(end)
  const { search_key: key } = JSON.parse(readFileSync(join(database.folder, 'search.json'), 'utf8')) as {
    search_key: string // the started server has written it
  }
  const path = `/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=${key}`
  const queryRequest = (query: string) => requestText('POST', path, { body: { requests: [request(query)] } })
  const connection = await openConnection(port)
  await connection.send(queryRequest('a'))

  const client = startWorker<GetJob, GetResult>('get-worker.ts')
  const requests = inProcess.typed.map(queryRequest)
  await client.run({ port, requests, connections, seconds: 2 })
  const rates = { typed: [] as number[], unalike: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    rates.typed.push((await client.run({ port, requests, connections, seconds })).perSecond)
    const fresh = inProcess.typed.flatMap((query) => pagesOf(run).map((page) => pageOf(query, page)))
    const unalike = await client.run({ port, requests: fresh, connections, seconds: 60, once: true })
    rates.unalike.push(unalike.perSecond)
  }
  await client.stop()
  const changeSeconds = await timeChange(database.databaseUrl, (query) =>
    connection.send(queryRequest(query)).then(bodyOf),
  )
  connection.close()

  const [perSecond, perSecondUnalike] = [metricOf(rates.typed), metricOf(rates.unalike)]
  const { typed: _, ...measured } = inProcess
  const ok =
    Math.max(measured.p99Ms, measured.firstP99Ms) <= targets.p99Ms &&
    measured.indexMb <= targets.indexMb &&
    measured.buildSeconds <= targets.buildSeconds &&
    Math.min(perSecond.median, perSecondUnalike.median) >= targets.perSecond &&
    changeSeconds <= targets.changeSeconds
  console.log(
    JSON.stringify({
      bench: 'search',
      ok,
      ...measured,
      perSecond: Math.round(perSecond.median),
      perSecondUnalike: Math.round(perSecondUnalike.median),
      changeSeconds,
      targets,
      connections,
      node: process.version,
    }),
  )
  process.exitCode = ok ? 0 : 1

  function pageOf(query: string, page: number): string {
    return requestText('POST', path, { body: { requests: [{ ...request(query), page }] } })
  }
} finally {
  for (const step of cleanups) await step()
}
process.exit()

/** Different pages in every turn. */
function pagesOf(run: number): number[] {
  return [1, 2, 3, 4, 5].map((page) => run * 5 + page)
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
async function copyEvents(databaseUrl: string): Promise<void> {
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
      const word = `zyxwv${run}quark`
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
