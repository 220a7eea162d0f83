import { expandProduct, expandProductKeys, collapseProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'
import { wireError, type WireError } from '@terrace/contracts/wire-error'
import { ApiError, markNetworkError } from './api-error.ts'
import { recordServerTime } from '#web/lib/clock-offset.ts'
import { env } from '#web/lib/env.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'
import { clearStoredSession, readToken } from './session.ts'

export interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** From `newIdempotencyKey()`; send the same key with every retry. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Measures one call for a trace. */
export interface CallSpan {
  traceparent: string
  receive: (response: Response) => void
  /** Called when the response has been read; without {@link receive}, none arrived. */
  end: () => void
}

/** `isFirst`: no call left before, with or without a span. */
export type StartSpan = (
  route: RouteContract,
  options: CallOptions<RouteContract>,
  isFirst: boolean,
) => CallSpan

let startSpan: StartSpan | undefined
let isFirst = true

/** Measures each call from now on; `undefined` ends it. */
export function traceCalls(start: StartSpan | undefined): void {
  startSpan = start
}

/**
 * Makes one call of the contract and returns its parsed response.
 * Throws {@link ApiError} for any error status; network errors and aborts are rethrown. A 401 logs out first: it
 * clears cookies and local storage and redirects to /login (spec §4). `session.factor_required` opens the confirmation
 * dialog; once confirmed, the call is repeated, so callers need nothing for it.
 */
export async function call<R extends RouteContract>(
  route: R,
  options: CallOptions<R> = {},
): Promise<ResponseOf<R>> {
  try {
    return await callOnce(route, options)
  } catch (error) {
    const isFactorRequired = error instanceof ApiError && error.code === 'session.factor_required'
    if (!isFactorRequired || !(await promptForFactor(error.errors))) throw error
    return await callOnce(route, options)
  }
}

/** A request for a factor that confirms that it is still the user. */
export interface FactorPrompt {
  errors: WireError['errors']
  resolve: (isConfirmed: boolean) => void
}

let showFactorPrompt: ((prompt: FactorPrompt) => void) | null = null

/** Registers what shows the confirmation dialog; returns a function to unregister. Without it, such calls fail. */
export function onFactorRequired(show: (prompt: FactorPrompt) => void): () => void {
  showFactorPrompt = show
  return () => {
    showFactorPrompt = null
  }
}

function promptForFactor(errors: WireError['errors']): Promise<boolean> {
  return new Promise((resolve) => {
    if (showFactorPrompt) showFactorPrompt({ errors, resolve })
    else resolve(false)
  })
}

async function callOnce<R extends RouteContract>(route: R, options: CallOptions<R>): Promise<ResponseOf<R>> {
  const { product } = env()
  const headers = new Headers({ accept: 'application/json' })
  const token = readToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  let body: string | undefined
  if (options.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(route.productKeys ? expandProductKeys(options.body, product) : options.body)
  }

  const sentAt = Date.now()
  const url = urlOf(route, options, product)
  const span = startSpan?.(route, options, isFirst)
  isFirst = false
  if (span) headers.set('traceparent', span.traceparent)
  try {
    const response = await send(url, {
      method: route.method,
      headers,
      // Cross-origin calls send the bearer token only: browsers block responses to cross-origin requests with cookies.
      credentials: new URL(url, location.href).origin === location.origin ? 'include' : 'omit',
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    })
    recordServerTime(response.headers.get('date'), sentAt, Date.now())
    span?.receive(response)
    return await read(route, response, product)
  } finally {
    span?.end()
  }
}

async function read<R extends RouteContract>(
  route: R,
  response: Response,
  product: string,
): Promise<ResponseOf<R>> {
  if (response.status === 401) {
    clearStoredSession()
    leaveFor(paths.login)
  }
  if (!response.ok) {
    const error = await toApiError(response)
    // The account must have a second factor, and can do nothing else before.
    if (error.code === 'session.second_factor_due') leaveFor(paths.secondFactor)
    throw error
  }

  const payload: unknown = response.status === 204 ? {} : await response.json()
  const normalizedPayload = route.productKeys
    ? collapseProductKeys(payload, product, route.productKeys)
    : payload
  const parsed = route.response.safeParse(normalizedPayload)
  if (!parsed.success) {
    throw new ApiError(response.status, {}, { cause: parsed.error })
  }
  // The contract's response schema has produced it; zod's generic output is wider than `ResponseOf`.
  return parsed.data as ResponseOf<R>
}

/**
 * Fetches a file from a public address below the API base, as binary data: base64 of a large file would block the
 * page. Throws like {@link call}.
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send(env().api_base.replace(/\/$/, '') + path, { credentials: 'omit' })
  if (!response.ok) throw await toApiError(response)
  return await response.blob()
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted !== true) markNetworkError(error)
    throw error
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  return new ApiError(response.status, await readErrorBody(response), {
    retryAfter: response.headers.get('retry-after'),
  })
}

/** Leads to a page that returns here. */
function leaveFor(pathOf: (next?: string) => string): void {
  // Reloading that page would discard the user's input.
  if (location.pathname !== pathOf()) redirectTo(pathOf(location.pathname + location.search))
}

async function readErrorBody(response: Response): Promise<WireError> {
  try {
    return wireError.parse(await response.json())
  } catch {
    // A proxy's HTML page or an empty body: fall back to spec §8's first message.
    return {}
  }
}

function urlOf(
  route: RouteContract,
  options: { params?: unknown; query?: unknown },
  product: string,
): string {
  const { api_base, ticket_api_base } = env()
  const base = (route.host === 'tickets' ? ticket_api_base : api_base).replace(/\/$/, '')
  const params = entriesOf(options.params)
  const path = expandProduct(route.path, product).replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params.find(([key]) => key === name)?.[1]
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`${route.name} is called without its parameter ${name}`)
    }
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [key, value] of entriesOf(options.query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(key, String(item))
    }
  }
  return search.size === 0 ? base + path : `${base}${path}?${search}`
}

function entriesOf(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}
