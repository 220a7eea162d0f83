import { foldProduct, foldProductKeys, unfoldProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { createDeps, type Deps } from '../deps.ts'
import type { Sandbox } from '../modules/payments/index.ts'
import { insertSession } from '../modules/accounts/sessions.repo.ts'
import type { Clock } from '../shared/clock.ts'
import { randomIds } from '../shared/ids.ts'
import { createLogger } from '../shared/logger.ts'
import { addAccount, addTeam } from './factories.ts'
import { createTestDatabase } from './test-database.ts'

interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  idempotencyKey?: string
  /** From where the call comes; limits of visitors go by it. */
  address?: string
}

interface Answered<R extends RouteContract> {
  ok: boolean
  status: number
  /** Parsed by the contract; reading it of a failed answer throws. */
  data: ResponseOf<R>
  /** The error body of a failed answer. */
  error: { errors: Record<string, unknown>; code: string; request_id: string }
  text: string
}

/** Somebody who calls the API; a visitor has no token. */
export interface Caller {
  teamId: string
  accountId: string
  token: string
  call<R extends RouteContract>(route: R, options?: CallOptions<R>): Promise<Answered<R>>
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  deps: Deps & { sandbox: Sandbox }
  mounted: ReadonlyMap<string, RouteContract>
  visitor: Caller
  /** A new buyer in a team of their own, or in the given team. */
  addBuyer(values?: {
    teamId?: string
    teamRole?: 'owner' | 'member'
    baseCurrency?: string
    role?: 'buyer' | 'seller' | 'operator'
  }): Promise<Caller>
  close(): Promise<void>
}

interface TestAppOptions {
  clock?: Clock
  config?: Partial<Config>
  /** Another database than a new one of its own; then the caller drops it. */
  databaseUrl?: string
  /** Where log lines go instead of nowhere. */
  log?: (line: string) => void
}

/** The whole app as `main.ts` runs it, on a database of its own, called without a port. */
export async function buildTestApp({
  clock,
  config,
  databaseUrl,
  log,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined
  const url = databaseUrl ?? database?.databaseUrl ?? ''
  const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-app-'))
  const base = readConfig({
    TERRACE_DATA: dataFolder,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LIST_MEMORY_MS: '0',
    REALTIME_APP_ID: '3',
    REALTIME_KEY: 'test-key',
    REALTIME_SECRET: 'test-secret-of-no-value',
    SEARCH_API_KEY: 'test-search-key',
    SEARCH_ADMIN_KEY: 'test-admin-key',
    DATA_KEYS: `1:${'A'.repeat(43)}=`,
  })
  const { sandbox, ...others } = createDeps(
    { ...base, ...config },
    {
      logger: log ? createLogger('debug', { write: log }) : pino({ level: 'silent' }),
      ...(clock && { clock }),
    },
  )
  if (!sandbox) throw new Error('the test app pays by the sandbox')
  const deps = { ...others, sandbox }
  const { app, mounted } = await buildApp(deps)
  await app.ready()
  const { product } = deps.config

  function caller(identity: { teamId: string; accountId: string; token: string }): Caller {
    return {
      ...identity,
      async call(route, options = {}) {
        const response = await app.inject({
          method: route.method,
          url: urlOf(route, options, product),
          ...(options.address !== undefined && { remoteAddress: options.address }),
          headers: {
            accept: 'application/json',
            ...(identity.token && { authorization: `Bearer ${identity.token}` }),
            ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
            ...(options.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(options.body !== undefined && {
            payload: JSON.stringify(foldProductKeys(options.body, product)),
          }),
        })
        return answered(route, response.statusCode, response.body, product)
      },
    }
  }

  return {
    app,
    db: deps.db,
    deps,
    mounted,
    visitor: caller({ teamId: '', accountId: '', token: '' }),
    async addBuyer({ teamId, teamRole, baseCurrency, role } = {}) {
      const team = teamId ?? (await addTeam(deps.db, baseCurrency === undefined ? {} : { baseCurrency }))
      const accountId = await addAccount(deps.db, {
        teamId: team,
        teamRole: teamRole ?? 'owner',
        role: role ?? 'buyer',
      })
      const token = randomIds.secret()
      await inTransaction(deps.db, (tx) =>
        insertSession(tx, { id: randomIds.next('ses'), accountId, token, userAgent: 'test' }),
      )
      return caller({ teamId: team, accountId, token })
    },
    async close() {
      await app.close()
      await database?.drop()
      await rm(dataFolder, { recursive: true })
    },
  }
}

function answered<R extends RouteContract>(
  route: R,
  status: number,
  text: string,
  product: string,
): Answered<R> {
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const ok = status >= 200 && status < 300
  return {
    ok,
    status,
    text,
    get data() {
      if (!ok) throw new Error(`${route.name} answered ${status}: ${text}`)
      // The contract's own schema produces it.
      return route.response.parse(unfoldProductKeys(body, product, route.productKeys ?? [])) as ResponseOf<R>
    },
    get error() {
      if (ok) throw new Error(`${route.name} answered ${status}`)
      // Rendered by error-handler.ts alone, whose shape this is.
      return body as Answered<R>['error']
    },
  }
}

function urlOf(
  route: RouteContract,
  options: { params?: unknown; query?: unknown },
  product: string,
): string {
  const params = new Map(Object.entries(options.params ?? {}))
  const path = foldProduct(route.path, product).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(key, String(item))
  }
  return `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}
