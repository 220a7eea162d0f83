import type { z } from 'zod/mini'

/** Who may call: anybody; any signed-in account; or an account of the named role. */
export type RouteAuth = 'public' | 'account' | 'buyer' | 'seller' | 'operator'

type Schema = z.ZodMiniType

/**
 * One call of the API as both sides know it. Paths are below the API base; `{product}` is folded in by product.ts.
 * `errors` are the codes that this call may answer besides those every call may (validation, session, rate, internal).
 */
export interface RouteContract<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  /** Stable name, also the first part of the browser's query key. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  auth: RouteAuth
  /** Which configured host answers: the API's, or the ticket API's (spec §7). */
  host?: 'tickets'
  params?: Params
  query?: Query
  body?: Body
  response: Response
  errors: readonly string[]
  /** An `Idempotency-Key` header makes a repeat return the first answer (product.md §4). */
  idempotent?: true
  /** Keys that carry the `{product}` placeholder inside and the configured name on the wire. */
  productKeys?: readonly string[]
  /** Calls a minute for one caller, where that is fewer than for calls in general. */
  perMinute?: number
  /** The most that its body may have, where that is more than calls in general may. */
  maxBodyBytes?: number
  /** Set by `defineRawRoute`. */
  raw?: true
}

/** Declares a route; only fixes its types. */
export function defineRoute<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
>(contract: RouteContract<Params, Query, Body, Response>): RouteContract<Params, Query, Body, Response> {
  return contract
}

/** Declares a route whose handler sends JSON text that it has validated already, such as the feed's cached bytes. */
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
