import { expandProduct, expandProductKeys, collapseProductKeys } from '@terrace/contracts/product'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { BodyOf, ParamsOf, QueryOf, ResponseInputOf, RouteContract } from '@terrace/contracts/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seesMoney } from '#api/access/sees-money.ts'
import { AppError, commonErrors } from '#api/shared/app-error.ts'
import { createCompressor } from './compress-response.ts'
import { addLogFields } from './log-fields.ts'
import { parseInput } from './parse-input.ts'
import { errorWithoutMoney, withoutMoney } from './without-money.ts'
import { queryReader } from './read-query.ts'
import type { AuthenticatedAccount, AuthenticatedKey } from './authenticated-account.ts'

/** Input of a handler: the validated request and its caller. */
export interface Call<Route extends RouteContract> {
  params: ParamsOf<Route>
  query: QueryOf<Route>
  body: BodyOf<Route>
  /** Logged-in account. Absent only on public routes, where reading it throws. */
  account: AuthenticatedAccount
  /** The API key of routes that need one; elsewhere, reading it throws. */
  apiKey: AuthenticatedKey
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type RouteResult<Route extends RouteContract> = Route extends { raw: true }
  ? string | Buffer
  : ResponseInputOf<Route>

export interface HttpContext {
  app: FastifyInstance
  product: string
  /** Outside production, an error that the contract does not declare fails the request. */
  strict: boolean
  /** Every mounted contract; a test compares them with all contracts. */
  mounted: Map<string, RouteContract>
  authenticate(
    request: FastifyRequest,
    options?: { isAllowedBeforeSecondFactor?: boolean },
  ): Promise<AuthenticatedAccount>
  /** @throws `api_key.invalid` */
  authenticateKey(request: FastifyRequest): Promise<AuthenticatedKey>
  /**
   * Rejects a session that has not proved a factor within the last ten minutes; the browser then asks for one and repeats
   * the call. Routes that always need it declare `needsReauthentication` in their contract; handlers call this where it
   * depends on the case. `isPasswordInCall`: the call itself contains the password, which is enough without a second factor.
   * @throws `session.factor_required`
   */
  requireReauthentication(
    account: AuthenticatedAccount,
    options?: { isPasswordInCall?: boolean },
  ): Promise<void>
  /**
   * Rejects a member who lacks any of these permissions. `mountRoute` checks the contract's permission; handlers call this
   * where it depends on the fields of the call.
   * @throws `session.permission_missing`, which names the permission and the owners who can grant it
   */
  requirePermission(account: AuthenticatedAccount, needed: readonly SellerPermission[]): Promise<void>
  /** Like `requireReauthentication`, but only for the first such call of a session. For contracts with `needsReauthenticationOncePerSession`. */
  requireReauthenticationOncePerSession(account: AuthenticatedAccount): Promise<void>
}

/**
 * Mounts a contract as a Fastify route that authenticates the caller, validates the input and strips undeclared fields from
 * the response. On routes for sellers, members without the permission `money` get neither what tickets cost their team nor what
 * sales bring, not even in errors. Handlers of raw routes must parse their own response.
 */
export function mountRoute<Route extends RouteContract>(
  context: HttpContext,
  contract: Route,
  handle: (call: Call<Route>) => Promise<RouteResult<Route>>,
): void {
  const { app, product } = context
  if (contract.raw && contract.auth === 'seller')
    throw new Error(`${contract.name} must not be raw, or members without \`money\` would get all of it`)
  const readQuery = queryReader(contract)
  const compressResponse = createCompressor()
  context.mounted.set(contract.name, contract)
  app.route({
    method: contract.method,
    url: expandProduct(contract.path, product),
    ...(contract.perMinute !== undefined && {
      config: { rateLimit: { max: contract.perMinute, timeWindow: 60_000 } },
    }),
    ...bodyLimitOf(contract),
    // Raw responses are compressed below, once for all callers.
    ...(contract.raw && { compress: false, decompress: false }),
    async handler(request, reply) {
      // No cache may store the response, unless the handler allows it.
      void reply.header('cache-control', 'no-store')
      // Authenticate before validating, so that an unknown caller learns nothing about valid input.
      const apiKey = contract.auth === 'api_key' ? await context.authenticateKey(request) : undefined
      const account =
        contract.auth === 'public' || apiKey
          ? undefined
          : await context.authenticate(request, {
              isAllowedBeforeSecondFactor: contract.isAllowedBeforeSecondFactor ?? false,
            })
      if (account) {
        const { accountId, sessionId } = account
        addLogFields(request, { accountId, sessionId })
        assertCapability(contract, account)
        if (contract.auth === 'seller') await context.requirePermission(account, [contract.permission])
      }
      const call = {
        params: contract.params && parseInput(contract.params, request.params),
        query: readQuery(request),
        body: contract.body && parseInput(contract.body, bodyOf(request, contract, product), product),
        get account() {
          if (!account) throw new Error(`${contract.name} has no account`)
          return account
        },
        get apiKey() {
          if (!apiKey) throw new Error(`${contract.name} needs no API key`)
          return apiKey
        },
        idempotencyKey: contract.idempotent ? readIdempotencyKey(request) : undefined,
        request,
        reply,
        // The schemas above belong to the contract, so their output has its types.
      } as Call<Route>
      // After validating the input, so that an invalid request is rejected without asking for a factor first.
      if (account && contract.needsReauthentication) await context.requireReauthentication(account)
      if (account && contract.needsReauthenticationOncePerSession)
        await context.requireReauthenticationOncePerSession(account)
      const hidesMoney = contract.auth === 'seller' && account !== undefined && !seesMoney(account)
      const work = context.strict ? rejectUndeclaredErrors(contract, handle(call)) : handle(call)
      const response = await (hidesMoney ? hideMoneyInErrors(work) : work)
      void reply.type('application/json; charset=utf-8')
      if (contract.raw) return compressResponse(response, request, reply)
      const complete = contract.response.parse(response)
      const parsed = hidesMoney ? withoutMoney(complete) : complete
      return JSON.stringify(contract.productKeys ? expandProductKeys(parsed, product) : parsed)
    },
  })
}

/** Enough for the forms that callers without a login send. */
const maxPublicBodyBytes = 65_536

function bodyLimitOf({ auth, maxBodyBytes }: RouteContract): { bodyLimit?: number } {
  const bodyLimit = maxBodyBytes ?? (auth === 'public' ? maxPublicBodyBytes : undefined)
  return bodyLimit === undefined ? {} : { bodyLimit }
}

function bodyOf({ body }: FastifyRequest, { productKeys }: RouteContract, product: string): unknown {
  return productKeys ? collapseProductKeys(body ?? undefined, product, productKeys) : (body ?? undefined)
}

function assertCapability({ auth }: RouteContract, account: AuthenticatedAccount): void {
  if (auth === 'account' || auth === 'public') return
  const isAllowed = {
    buyer: account.canBuy,
    seller: account.canSell,
    operator: account.role === 'operator',
    // A session cannot stand in for an API key.
    api_key: false,
  }
  if (!isAllowed[auth]) throw commonErrors.make('session.forbidden')
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw commonErrors.make('idempotency.key_invalid')
  return key
}

async function hideMoneyInErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw errorWithoutMoney(error)
  }
}

async function rejectUndeclaredErrors<Result>(
  contract: RouteContract,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw asUndeclaredError(contract, error)
  }
}

function asUndeclaredError(contract: RouteContract, error: unknown): unknown {
  if (!(error instanceof AppError) || contract.errors.includes(error.code) || error.code in commonErrors.copy)
    return error
  return new Error(`${contract.name} returned the undeclared error ${error.code}`, {
    cause: error,
  })
}
