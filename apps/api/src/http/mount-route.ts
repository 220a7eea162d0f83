import { foldProduct, foldProductKeys, unfoldProductKeys } from '@terrace/contracts/product'
import type { BodyOf, ParamsOf, QueryOf, ResponseInputOf, RouteContract } from '@terrace/contracts/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '../shared/app-error.ts'
import { createPacker } from './pack-answer.ts'
import { parseInput } from './parse-input.ts'
import { queryReader } from './read-query.ts'
import type { SignedIn } from './signed-in.ts'

/** What a handler gets: input that has passed the contract, and who calls. */
export interface Call<Route extends RouteContract> {
  params: ParamsOf<Route>
  query: QueryOf<Route>
  body: BodyOf<Route>
  /** The signed-in account; only absent on public routes, where reading it throws. */
  account: SignedIn
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<Route extends RouteContract> = Route extends { raw: true }
  ? string | Buffer
  : ResponseInputOf<Route>

export interface HttpContext {
  app: FastifyInstance
  product: string
  /** Outside production an error that its contract does not declare fails the request loudly. */
  strict: boolean
  /** Every contract mounted so far; a test compares it with all there are. */
  mounted: Map<string, RouteContract>
  authenticate(request: FastifyRequest): Promise<SignedIn>
}

/** Turns a contract and its handler into a Fastify route: validates, authenticates, and strips what is not declared. */
export function mountRoute<Route extends RouteContract>(
  context: HttpContext,
  contract: Route,
  handle: (call: Call<Route>) => Promise<Answer<Route>>,
): void {
  const { app, product } = context
  const readQuery = queryReader(contract)
  const pack = createPacker()
  context.mounted.set(contract.name, contract)
  app.route({
    method: contract.method,
    url: foldProduct(contract.path, product),
    ...(contract.perMinute !== undefined && {
      config: { rateLimit: { max: contract.perMinute, timeWindow: 60_000 } },
    }),
    ...(contract.maxBodyBytes !== undefined && { bodyLimit: contract.maxBodyBytes }),
    // Its answers are compressed once for all, below.
    ...(contract.raw && { compress: false, decompress: false }),
    async handler(request, reply) {
      // Who calls comes first: an unknown caller learns nothing of what input would be right.
      const account = contract.auth === 'public' ? undefined : await context.authenticate(request)
      if (account) assertRole(contract, account)
      const call = {
        params: contract.params && parseInput(contract.params, request.params),
        query: readQuery(request),
        body: contract.body && parseInput(contract.body, bodyOf(request, contract, product), product),
        get account() {
          if (!account) throw new Error(`${contract.name} is public and has no account`)
          return account
        },
        idempotencyKey: contract.idempotent ? readIdempotencyKey(request) : undefined,
        request,
        reply,
        // The schemas above are the contract's own, so their output has the contract's types.
      } as Call<Route>
      const answer = await (context.strict ? loudly(contract, handle(call)) : handle(call))
      void reply.type('application/json; charset=utf-8')
      if (contract.raw) return pack(answer, request, reply)
      const parsed = contract.response.parse(answer)
      return JSON.stringify(contract.productKeys ? foldProductKeys(parsed, product) : parsed)
    },
  })
}

function bodyOf({ body }: FastifyRequest, { productKeys }: RouteContract, product: string): unknown {
  return productKeys ? unfoldProductKeys(body ?? undefined, product, productKeys) : (body ?? undefined)
}

function assertRole(contract: RouteContract, account: SignedIn): void {
  if (contract.auth === 'account' || contract.auth === account.role) return
  throw commonErrors.make('session.forbidden')
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw commonErrors.make('idempotency.key_invalid')
  return key
}

async function loudly<Result>(contract: RouteContract, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw loudIfUndeclared(contract, error)
  }
}

function loudIfUndeclared(contract: RouteContract, error: unknown): unknown {
  if (!(error instanceof AppError) || contract.errors.includes(error.code) || error.code in commonErrors.copy)
    return error
  return new Error(`${contract.name} answered the undeclared error ${error.code}`, {
    cause: error,
  })
}
