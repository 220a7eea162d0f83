import { expandProduct, expandProductKeys, collapseProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#api/app.ts'
import { readConfig, type Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { createDeps, type Deps } from '#api/deps.ts'
import { insertSession } from '#api/modules/accounts/sessions/sessions.repo.ts'
import { writePermissions } from '#api/modules/teams/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { randomIds } from '#api/shared/ids.ts'
import { createLogger } from '#api/shared/logger.ts'
import { sandboxEnv, sandboxOf, type Sandbox } from '../fakes/sandbox.ts'
import { addAccount, addTeam } from '../fixtures/factories.ts'
import { createTestDatabase } from './test-database.ts'

interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  idempotencyKey?: string
  /** Client IP address; limits of visitors count by it. */
  ipAddress?: string
}

interface CallResult<R extends RouteContract> {
  ok: boolean
  status: number
  /** Parsed with the contract; throws for an error response. */
  data: ResponseOf<R>
  /** Body of an error response. */
  error: { errors: Record<string, unknown>; code: string; request_id: string }
  text: string
}

/** An API client; a visitor has no token. */
export interface Caller {
  teamId: string
  accountId: string
  token: string
  call<R extends RouteContract>(route: R, options?: CallOptions<R>): Promise<CallResult<R>>
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  deps: Deps & { sandbox: Sandbox & { url: string } }
  mounted: ReadonlyMap<string, RouteContract>
  visitor: Caller
  /** Adds a buyer, in a new team unless given. */
  addBuyer(values?: {
    teamId?: string
    teamRole?: 'owner' | 'member'
    baseCurrency?: string
    role?: 'buyer' | 'seller' | 'operator'
    /** Of a member as a seller; all of them by default. */
    permissions?: SellerPermission[]
  }): Promise<Caller>
  close(): Promise<void>
}

interface TestAppOptions {
  clock?: Clock
  config?: Partial<Config>
  /** An existing database instead of a new one; the caller drops it. */
  databaseUrl?: string
  /** Receives log lines, which are discarded by default. */
  log?: (line: string) => void
}

/** The app as `main.ts` builds it, with a new database and without a port. */
export async function buildTestApp({
  clock,
  config,
  databaseUrl,
  log,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined
  const url = databaseUrl ?? database?.databaseUrl ?? ''
  const sandbox = await sandboxOf(url)
  const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-app-'))
  const base = readConfig({
    DATA_DIR: dataFolder,
    DATABASE_URL: url,
    ...sandboxEnv(sandbox),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGN_UPS_PER_ADDRESS: '1000000',
    SIGN_UPS_PER_EMAIL_DOMAIN: '1000000',
    CARD_DECLINES_PER_ACCOUNT: '1000000',
    CARD_DECLINES_PER_CARD: '1000000',
    CARD_DECLINES_PER_ADDRESS: '1000000',
    WORK_MS_PER_ADDRESS: '100000000',
    WORK_MS_PER_ACCOUNT: '100000000',
    // Tests hold the same few tickets again and again.
    HOLD_COOLDOWN_AFTER: '0',
    LIST_CACHE_TTL_MS: '0',
    REALTIME_APP_ID: '3',
    REALTIME_KEY: 'test-key',
    REALTIME_SECRET: 'test-secret-of-no-value',
    SEARCH_API_KEY: 'test-search-key',
    SEARCH_ADMIN_KEY: 'test-admin-key',
    DATA_ENCRYPTION_KEYS: `1:${'A'.repeat(43)}=`,
  })
  const productDeps = createDeps(
    { ...base, ...config },
    {
      logger: log ? createLogger('debug', { write: log }) : pino({ level: 'silent' }),
      ...(clock && { clock }),
    },
  )
  const deps = { ...productDeps, sandbox }
  const { app, mounted } = await buildApp(deps)
  sandbox.attach(app)
  await app.ready()
  const { product } = deps.config

  function caller(identity: { teamId: string; accountId: string; token: string }): Caller {
    return {
      ...identity,
      async call(route, options = {}) {
        const response = await app.inject({
          method: route.method,
          url: urlOf(route, options, product),
          ...(options.ipAddress !== undefined && { remoteAddress: options.ipAddress }),
          headers: {
            accept: 'application/json',
            ...(identity.token && { authorization: `Bearer ${identity.token}` }),
            ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
            ...(options.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(options.body !== undefined && {
            payload: JSON.stringify(expandProductKeys(options.body, product)),
          }),
        })
        return toCallResult(route, response.statusCode, response.body, product)
      },
    }
  }

  return {
    app,
    db: deps.db,
    deps,
    mounted,
    visitor: caller({ teamId: '', accountId: '', token: '' }),
    async addBuyer({ teamId, teamRole, baseCurrency, role, permissions } = {}) {
      const team = teamId ?? (await addTeam(deps.db, baseCurrency === undefined ? {} : { baseCurrency }))
      const accountId = await addAccount(deps.db, {
        teamId: team,
        teamRole: teamRole ?? 'owner',
        role: role ?? 'buyer',
      })
      if (permissions) await inTransaction(deps.db, (tx) => writePermissions(tx, accountId, permissions))
      const token = randomIds.secret()
      await inTransaction(deps.db, (tx) =>
        insertSession(tx, {
          id: randomIds.next('ses'),
          accountId,
          token,
          userAgent: 'test',
          // Operators must have a second factor.
          proven: role === 'operator' ? ['password', 'second_factor'] : ['password'],
        }),
      )
      return caller({ teamId: team, accountId, token })
    },
    async close() {
      await app.close()
      await sandbox.release(app)
      await database?.drop()
      await rm(dataFolder, { recursive: true })
    },
  }
}

function toCallResult<R extends RouteContract>(
  route: R,
  status: number,
  text: string,
  product: string,
): CallResult<R> {
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const ok = status >= 200 && status < 300
  return {
    ok,
    status,
    text,
    get data() {
      if (!ok) throw new Error(`${route.name} returned ${status}: ${text}`)
      // The contract's schema produces this type.
      return route.response.parse(
        collapseProductKeys(body, product, route.productKeys ?? []),
      ) as ResponseOf<R>
    },
    get error() {
      if (ok) throw new Error(`${route.name} returned ${status}`)
      // error-handler.ts renders every error in this shape.
      return body as CallResult<R>['error']
    },
  }
}

function urlOf(
  route: RouteContract,
  options: { params?: unknown; query?: unknown },
  product: string,
): string {
  const params = new Map(Object.entries(options.params ?? {}))
  const path = expandProduct(route.path, product).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(key, String(item))
  }
  return `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}
