import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { z } from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'

/**
 * Who may call: anyone, any logged-in account, a member of a team that buys or sells, an operator, or a seller's system with
 * its API key.
 */
export type RouteAuth = 'public' | 'account' | 'buyer' | 'seller' | 'operator' | 'api_key'

/**
 * A route for sellers names the permission that the member needs. Where that depends on the fields of the call, it names
 * `view`, and the handler calls `requirePermission`.
 */
export type RouteAccess =
  | { auth: Exclude<RouteAuth, 'seller'>; permission?: never }
  | { auth: 'seller'; permission: SellerPermission }

type Schema = z.ZodMiniType

/*
 * Sources that comments and tests cite: "spec §n" is the specification, whose facts are listed in docs/requirements.md;
 * "product.md §n" is docs/product.md; "ADR n" is in docs/adr. Tags in test titles, such as [X-HOLD-08], are ids of
 * docs/requirements.md.
 */

/**
 * One API call, shared by server and browser. Paths are relative to the API base; product.ts replaces `{product}`.
 * `errors` lists the codes specific to this call, in addition to validation, session, rate limit and internal errors.
 */
export type RouteContract<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> = RouteShape<Params, Query, Body, Response> & RouteAccess

interface RouteShape<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
> {
  /** Stable name; also the first part of the browser's query key. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Served by the ticket API host instead of the main one (spec §7). */
  host?: 'tickets'
  params?: Params
  query?: Query
  body?: Body
  response: Response
  errors: readonly ErrorCode[]
  /** Repeating a request with the same `Idempotency-Key` returns the first response (product.md §4). */
  idempotent?: true
  /** Keys with the `{product}` placeholder in code and the configured name on the wire. */
  productKeys?: readonly string[]
  /**
   * Needs a factor that the session proved within the last ten minutes: the second factor of an account that has one,
   * otherwise the password. Until then it returns 403 `session.factor_required`; the browser asks and repeats the call.
   */
  needsReauthentication?: true
  /** The first such call of a session needs reauthentication, as above; later ones do not. */
  needsReauthenticationOncePerSession?: true
  /** Serves sessions that must first prove a second factor; they get 403 `session.second_factor_due` from other routes. */
  isAllowedBeforeSecondFactor?: true
  /** Calls per minute and caller, when stricter than the default. */
  perMinute?: number
  /** Body size limit in bytes, when larger than the default. */
  maxBodyBytes?: number
  /** Set by `defineRawRoute`. */
  raw?: true
}

/** Declares a route and infers its types. */
export function defineRoute<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
>(contract: RouteContract<Params, Query, Body, Response>): RouteContract<Params, Query, Body, Response> {
  return contract
}

/** Declares a route whose handler sends JSON text that it validated itself, such as the feed's cached bytes. */
export function defineRawRoute<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
>(
  contract: RouteContract<Params, Query, Body, Response>,
): RouteContract<Params, Query, Body, Response> & { raw: true } {
  return { ...contract, raw: true }
}

export type ParamsOf<R> = R extends RouteContract<infer P, Schema, Schema, Schema> ? z.output<P> : never
export type QueryInputOf<R> = R extends RouteContract<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
export type QueryOf<R> = R extends RouteContract<Schema, infer Q, Schema, Schema> ? z.output<Q> : never
export type BodyInputOf<R> = R extends RouteContract<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type BodyOf<R> = R extends RouteContract<Schema, Schema, infer B, Schema> ? z.output<B> : never
export type ResponseInputOf<R> = R extends RouteContract<Schema, Schema, Schema, infer S> ? z.input<S> : never
export type ResponseOf<R> = R extends RouteContract<Schema, Schema, Schema, infer S> ? z.output<S> : never
