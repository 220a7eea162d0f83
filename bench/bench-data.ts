import { createHash, randomBytes } from 'node:crypto'
import { openSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { freePort } from '../tools/launch/processes/ports.ts'
import { pause } from '../tools/launch/processes/process-identity.ts'
import {
  newSandboxSettings,
  serverVariables,
  type SandboxSettings,
} from '../tools/launch/sandbox-settings.ts'
import { startTemporaryPostgres } from '../tools/launch/temporary/temporary-postgres.ts'
import { UserError } from '../tools/launch/user-error.ts'
import { startServer } from './worker.ts'

export const runs = 5
const host = '127.0.0.1'

export interface Stock {
  events: number
  listingsPerEvent: number
  ticketsPerListing: number
  /** Each buyer has a separate team. */
  teams: number
}

export interface BenchData extends BenchServer {
  /** One session per team. */
  tokens: string[]
  eventIds: number[]
  listingIds: string[]
  conditions: Record<string, unknown>
}

interface BenchServer {
  databaseUrl: string
  /** Data folder of the servers, with their generated keys. */
  dataFolder: string
  /** The payment provider that the servers call. Who buys starts it with `startSandbox`. */
  sandbox: SandboxSettings
  /** Updates planner statistics, as autovacuum does within a minute. */
  analyzeTables: () => Promise<void>
  /** Starts the full server with plugins, sessions, rate limit and log, and returns its port. */
  serve: (options?: ServerOptions) => Promise<number>
  /** Like `serve`, for a server that can be stopped before the end. */
  serveFile: (options: ServerOptions) => Promise<StartedServer>
}

export interface StartedServer {
  port: number
  end: () => Promise<void>
}

/** Environment variables, and the file to start instead of `main.ts`. */
type ServerOptions = Record<string, string>

/**
 * Runs `use` on a new database with events and listings, which is removed afterwards. Two sellers, prices in pounds,
 * no split preferences: the benchmark measures the path of a call, not the variety of stock.
 */
export function withBenchData<Result>(
  stock: Stock,
  use: (benchData: BenchData) => Promise<Result>,
  options?: { durable?: boolean },
): Promise<Result> {
  return withBenchDatabase((databaseUrl) => seedStock(databaseUrl, stock), use, options)
}

/** Runs `use` on a new, migrated PostgreSQL with seeded data. Commits are flushed by default. */
export async function withBenchDatabase<Data extends object, Result>(
  seed: (databaseUrl: string) => Promise<Data>,
  use: (benchData: Data & BenchServer) => Promise<Result>,
  { durable = true }: { durable?: boolean } = {},
): Promise<Result> {
  const stopping = Promise.withResolvers<never>()
  const stop = () => stopping.reject(new UserError('Benchmark stopped.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  process.once('disconnect', stop)

  const database = await startTemporaryPostgres({ durable })
  const cleanups = [() => database.remove()]
  try {
    await migrate({ databaseUrl: database.databaseUrl })
    const data = await seed(database.databaseUrl)
    const sandbox = await newSandboxSettings(database.folder)
    const serveFile = async (options: ServerOptions = {}) => {
      const server = await startApi(database.databaseUrl, database.folder, {
        ...serverVariables(sandbox),
        ...options,
      })
      cleanups.push(server.end)
      return server
    }
    const serve = async (options: ServerOptions = {}) => (await serveFile(options)).port
    const analyzeTables = () => vacuum(database.databaseUrl)
    return await Promise.race([
      use({
        databaseUrl: database.databaseUrl,
        dataFolder: database.folder,
        sandbox,
        ...data,
        serve,
        serveFile,
        analyzeTables,
      }),
      stopping.promise,
    ])
  } finally {
    for (const step of cleanups.toReversed()) await step()
  }
}

async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Loads events, listings and buying teams with one session each into a migrated database. */
export async function seedStock(databaseUrl: string, stock: Stock) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const tokens = Array.from({ length: stock.teams }, () => randomBytes(32).toString('base64url'))
    await client.query(accounts, [
      tokens.map((_, index) => String(index)),
      tokens.map((token) => createHash('sha256').update(token).digest()),
    ])
    const events = await client.query<{ id: number }>(catalogue, [stock.events])
    const listings = await client.query<{ id: string }>(listingsOfEvents, [
      stock.listingsPerEvent,
      stock.ticketsPerListing,
    ])
    // Skips empty tables: once analysed as empty, the planner keeps assuming it.
    await client.query(
      'vacuum analyze teams, accounts, sessions, categories, venues, seating_categories, events, listings',
    )
    const version = await client.query<{ fsync: string; synchronous_commit: string; server_version: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('server_version') as server_version`,
    )
    return {
      tokens,
      eventIds: events.rows.map((row) => row.id),
      listingIds: listings.rows.map((row) => row.id),
      conditions: {
        ...stock,
        ...version.rows[0],
        node: process.version,
        cores: availableParallelism(),
      },
    }
  } finally {
    await client.end()
  }
}

const accounts = `
  with buyers as (
    select * from unnest($1::text[], $2::bytea[]) as b (name, token_hash)
  ), made_teams as (
    insert into teams (id, name, email, base_currency, can_buy, can_sell)
    select 'tm_' || name, 'Team ' || name, 'team' || name || '@example.test', 'GBP', true, false from buyers
    union all select 'tm_seller', 'Kop Stock', 'seller@example.test', 'GBP', false, true
    union all select 'tm_seller2', 'North Bank', 'seller2@example.test', 'GBP', false, true
    returning id
  ), made_accounts as (
    insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
    select 'usr_' || name, 'tm_' || name, 'owner', 'buyer', 'active', 'buyer' || name, 'buyer' || name || '@example.test',
      'none', 'Jo', 'Marsh' from buyers
    returning id
  )
  insert into sessions (id, account_id, token_hash)
  select 'ses_' || name, 'usr_' || name, token_hash from buyers`

const catalogue = `
  with league as (
    insert into categories (kind, name, slug) values ('competition', 'League', 'league') returning id
  ), ground as (
    insert into venues (name, slug, kind, city, country_code, timezone, capacity)
    values ('Ground', 'ground', 'bowl', 'London', 'GB', 'Europe/London', 40000) returning id
  ), tier as (
    insert into seating_categories (venue_id, name, level, rank)
    select id, name, name, rank from ground,
      (values ('Lower tier', 1), ('Upper tier', 2), ('Club level', 3)) as tiers (name, rank)
  )
  insert into events (source_key, title, slug, category_id, venue_id, source_local_at, local_at, timezone, starts_at,
    date_confirmed, time_confirmed, status)
  select 'bench/' || n, 'Home ' || n || ' v Away ' || n, 'home-' || n || '-v-away-' || n, league.id, ground.id,
    day, day, 'Europe/London', day at time zone 'Europe/London', true, true, 'scheduled'
  from generate_series(1, $1::integer) n
  cross join lateral (select date_trunc('day', now()::timestamp) + make_interval(days => 30 + n, hours => 15)) d (day)
  cross join league cross join ground
  returning id`

const listingsOfEvents = `
  insert into listings (id, event_id, seller_team_id, category_id, section, "row", first_seat, last_seat, ticket_type,
    split_type, quantity, price_minor, currency, face_value_minor, in_hand_date, notes, is_demo, created_at)
  select 'lst_bench' || e.id || 'x' || n, e.id, case when n % 2 = 0 then 'tm_seller' else 'tm_seller2' end, c.id,
    'Block ' || 100 + n % 40, (n % 30)::text, n, n + $2::integer - 1, 'eTicket', 'No Preferences', $2::integer,
    5000 + n * 137 % 20000, 'GBP', 4500, current_date + 14,
    '[{"kind": "benefit", "text": "Padded seats"}, {"kind": "restriction", "text": "Home supporters only"}]',
    true, clock_timestamp() - interval '3 days'
  from events e
  cross join generate_series(1, $1::integer) n
  join seating_categories c on c.venue_id = e.venue_id and c.rank = 1 + n % 3
  where e.source_key like 'bench/%'
  returning id`

/** Starts the real server on this database; generated keys go into the folder. */
export async function startApi(
  databaseUrl: string,
  folder: string,
  { file = 'apps/api/src/main.ts', ...env }: ServerOptions = {},
) {
  const port = await freePort()
  const logFile = join(folder, `api-${port}.log`)
  const server = startServer(file, {
    // Ignores the environment: the benchmark measures the default configuration.
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: host,
      NODE_ENV: 'production',
      // The same tickets are held again and again.
      HOLD_COOLDOWN_AFTER: '0',
      // One account and address do the work of thousands.
      WORK_MS_PER_ADDRESS: '100000000',
      WORK_MS_PER_ACCOUNT: '100000000',
      LOG_LEVEL: 'info',
      WEB_BUILD_DIR: undefined,
      ...env,
    },
    log: openSync(logFile, 'w'),
  })
  let ended: string | undefined
  void server.ended.then((how) => (ended = how))
  while (!(await isReady(port))) {
    if (ended !== undefined) {
      throw new Error(`The server ${ended}. Its log:\n${readFileSync(logFile, 'utf8').slice(-4000)}`)
    }
    await pause(25)
  }
  return { port, end: () => server.stop() }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://${host}:${port}/health/ready`)).ok
  } catch {
    // Not listening yet.
    return false
  }
}
