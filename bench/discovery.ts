import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import pg from 'pg'
import { openConnection, requestText } from './connection.ts'
import { withBenchDatabase } from './bench-data.ts'

/**
 * Home, menu, and category, team and venue pages of the demo with a million listings. Mixed calls on four busy
 * connections and 64 accounts, then again without caches, which has no limit.
 */
const listings = 1_000_000
const connections = 4
const rounds = 400
const targetMs = 20

interface Call {
  name: string
  request: (token: string, round: number) => string
}

await withBenchDatabase(seedDemo, async ({ tokens, serve, databaseUrl }) => {
  const calls = await callsOf(databaseUrl)
  const cached = await measure(await serve(), tokens, calls)
  const uncached = await measure(await serve({ LIST_CACHE_TTL_MS: '0' }), tokens, calls)
  const worst = Math.max(...cached.map(({ p99 }) => p99))
  console.log(
    JSON.stringify({
      bench: 'discovery',
      ok: worst <= targetMs,
      worstP99: worst,
      target: targetMs,
      unit: 'ms',
      cached,
      uncached,
      listings,
      connections,
      requests: rounds * calls.length,
      node: process.version,
      cores: availableParallelism(),
    }),
  )
  process.exitCode = worst <= targetMs ? 0 : 1
})
process.exit()

/** The demo of `npm run seed -- --listings`, and logged-in buyers with three currencies. */
async function seedDemo(databaseUrl: string): Promise<{ tokens: string[] }> {
  const seed = join(import.meta.dirname, '../apps/api/src/cli/seed.ts')
  await promisify(execFile)(process.execPath, [seed, '--listings', String(listings)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    maxBuffer: 16_777_216,
  })
  const tokens = Array.from({ length: 64 }, () => randomBytes(32).toString('base64url'))
  await onClient(databaseUrl, async (client) => {
    await client.query(
      `
      with buyers as (
        select * from unnest($1::text[], $2::bytea[]) with ordinality as b (name, token_hash, number)
      ), made_teams as (
        insert into teams (id, name, email, base_currency, can_buy)
        select 'tm_bench' || name, 'Team ' || name, 'bench' || name || '@example.test',
          (array['GBP', 'EUR', 'USD'])[1 + number % 3], true from buyers returning id
      ), made_accounts as (
        insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
        select 'usr_bench' || name, 'tm_bench' || name, 'owner', 'buyer', 'active', 'bench' || name,
          'bench' || name || '@example.test', 'none', 'Jo', 'Marsh' from buyers returning id
      )
      insert into sessions (id, account_id, token_hash) select 'ses_bench' || name, 'usr_bench' || name, token_hash from buyers`,
      [
        tokens.map((_, index) => String(index)),
        tokens.map((token) => createHash('sha256').update(token).digest()),
      ],
    )
    await client.query('vacuum analyze')
  })
  return { tokens }
}

async function callsOf(databaseUrl: string): Promise<Call[]> {
  const slugs = (rows: { slug: string }[]) => rows.map((row) => row.slug)
  const { teams, venues, events } = await onClient(databaseUrl, async (client) => ({
    teams: slugs(
      (await client.query<{ slug: string }>(`select slug from performers where kind = 'team'`)).rows,
    ),
    venues: slugs((await client.query<{ slug: string }>('select slug from venues')).rows),
    events: (await client.query<{ id: number }>('select id from events where starts_at > now()')).rows,
  }))
  const path = (route: { path: string }) => `/api${expandProduct(route.path, productDefaults.product)}`
  const plain = (name: string, route: { path: string; method: string }): Call => ({
    name,
    request: (token) =>
      route.method === 'GET'
        ? requestText('GET', path(route), { token })
        : requestText('POST', path(route), { token, body: {} }),
  })
  const content = (name: string, body: (round: number) => object): Call => ({
    name,
    request: (token, round) =>
      requestText('POST', path(catalogueRoutes.content), { token, body: body(round) }),
  })
  return [
    plain('home', homeRoutes.home),
    plain('hot', catalogueRoutes.hotEvents),
    plain('last minute', homeRoutes.lastMinute),
    plain('new', homeRoutes.newEvents),
    plain('recently viewed', homeRoutes.recentlyViewed),
    plain('menu', catalogueRoutes.menu),
    {
      name: 'view an event',
      request: (token, round) =>
        requestText('POST', path(homeRoutes.recordView), {
          token,
          body: { event_id: events[round % events.length]?.id },
        }),
    },
    content('sport', () => ({ slug: 'football' })),
    content('competition', () => ({ slug: 'premier-league', month: '2027-02' })),
    content('any team', (round) => ({ type: 'performer', slug: teams[round % teams.length] })),
    content('any venue', (round) => ({ type: 'venue', slug: venues[round % venues.length] })),
  ]
}

/** Milliseconds from request to complete response, per call. */
async function measure(port: number, tokens: string[], calls: Call[]): Promise<Result[]> {
  const times = calls.map((): number[] => [])
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  let next = -calls.length * 20
  await Promise.all(
    open.map(async (connection) => {
      while (next < rounds * calls.length) {
        const number = next++
        const callIndex = ((number % calls.length) + calls.length) % calls.length
        const call = calls[callIndex]
        const request = call?.request(tokens[Math.abs(number) % tokens.length] ?? '', Math.abs(number)) ?? ''
        const from = performance.now()
        const response = await connection.send(request)
        const elapsedMs = performance.now() - from
        if (response.status !== 200) {
          throw new Error(
            `${call?.name}: ${response.status} ${response.bytes.toString('utf8', response.bodyStart)}`,
          )
        }
        // The first requests warm up the server.
        if (number >= 0) times[callIndex]?.push(elapsedMs)
      }
    }),
  )
  for (const connection of open) connection.close()
  return calls.map(({ name }, callIndex) => {
    const sorted = (times[callIndex] ?? []).toSorted((left, right) => left - right)
    const at = (fraction: number) =>
      Number((sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN).toFixed(1))
    return { call: name, p50: at(0.5), p99: at(0.99) }
  })
}

interface Result {
  call: string
  p50: number
  p99: number
}

async function onClient<Result>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
