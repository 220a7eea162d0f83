import { foldProduct, foldProductKeys, unfoldProductKeys } from '@terrace/contracts/product'
import type { BodyOf, ParamsOf, QueryOf, ResponseInputOf, RouteContract } from '@terrace/contracts/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { AppError, commonErrors, invalidInput } from '../shared/app-error.ts'
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
  context.mounted.set(contract.name, contract)
  app.route({
    method: contract.method,
    url: foldProduct(contract.path, product),
    ...(contract.perMinute !== undefined && {
      config: { rateLimit: { max: contract.perMinute, timeWindow: 60_000 } },
    }),
    async handler(request, reply) {
      // Who calls comes first: an unknown caller learns nothing of what input would be right.
      const account = contract.auth === 'public' ? undefined : await context.authenticate(request)
      if (account) assertRole(contract, account)
      const call = {
        params: parse(contract.params, request.params),
        query: parse(contract.query, request.query),
        body: parse(contract.body, bodyOf(request, contract, product), product),
        get account() {
          if (!account) throw new Error(`${contract.name} is public and has no account`)
          return account
        },
        idempotencyKey: contract.idempotent ? readIdempotencyKey(request) : undefined,
        request,
        reply,
        // The schemas above are the contract's own, so their output has the contract's types.
      } as Call<Route>
      const answer = await handle(call).catch((error: unknown) => {
        throw context.strict ? loudIfUndeclared(contract, error) : error
      })
      void reply.type('application/json; charset=utf-8')
      if (contract.raw) return answer
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

/** `product`: where the fields' names carry the placeholder, they are told as the wire has them. */
function parse(schema: z.ZodMiniType | undefined, value: unknown, product = ''): unknown {
  if (!schema) return undefined
  const fields = new Map<string, string[]>()
  const wrong = (path: readonly PropertyKey[], text: string) => {
    const name = foldProduct(path.join('.'), product) || 'body'
    fields.set(name, [...(fields.get(name) ?? []), text])
  }
  const result = schema.safeParse(value, { error: wordsFor })
  for (const issue of result.error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') wrong(issue.path, issue.message)
    else for (const key of issue.keys) wrong([...issue.path, key], 'is not a known field')
  }
  // PostgreSQL has no place for this character in a text.
  if (result.success)
    forEachText(result.data, [], (path, text) => text.includes('\0') && wrong(path, 'must not hold NUL'))
  // From entries, so that a field called like something that every object has is a field all the same.
  if (fields.size > 0) throw invalidInput(Object.fromEntries(fields))
  return result.data
}

/** What would be right, where the contract has no words of its own. */
function wordsFor(issue: { code?: string; expected?: unknown; input?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'is required' : `must be of the type ${String(issue.expected)}`
}

type Path = readonly PropertyKey[]

function forEachText(value: unknown, path: Path, see: (path: Path, text: string) => void): void {
  if (typeof value === 'string') see(path, value)
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    see(path, key)
    forEachText(item, [...path, key], see)
  }
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw commonErrors.make('idempotency.key_invalid')
  return key
}

function loudIfUndeclared(contract: RouteContract, error: unknown): unknown {
  if (!(error instanceof AppError) || contract.errors.includes(error.code) || error.code in commonErrors.copy)
    return error
  return new Error(`${contract.name} answered the undeclared error ${error.code}`, {
    cause: error,
  })
}
