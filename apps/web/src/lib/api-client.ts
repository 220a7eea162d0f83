import { foldProduct, foldProductKeys, unfoldProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'
import { wireError, type WireError } from '@terrace/contracts/wire-error'
import { ApiError } from './api-error.ts'
import { learnServerTime } from './clock-offset.ts'
import { env } from './env.ts'
import { leaveTo } from './navigation.ts'
import { paths } from './paths.ts'
import { forgetEverything, readToken } from './session.ts'

export interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
  /** From `newIdempotencyKey()`; the same one with every retry of one intention. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Makes one call of the contract and returns its parsed answer.
 *
 * Throws {@link ApiError} for any answer but success; what `fetch` throws (offline, aborted) is passed on. A 401 signs
 * out first: cookies and local storage are cleared and the browser goes to /login (spec §4).
 */
export async function call<R extends RouteContract>(
  route: R,
  options: CallOptions<R> = {},
): Promise<ResponseOf<R>> {
  const { product } = env()
  const headers = new Headers({ accept: 'application/json' })
  const token = readToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  let body: string | undefined
  if (options.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(route.productKeys ? foldProductKeys(options.body, product) : options.body)
  }

  const sentAt = Date.now()
  const url = urlOf(route, options, product)
  const response = await fetch(url, {
    method: route.method,
    headers,
    // To another origin than the page's only the bearer token goes: with cookies the browser would keep the answer back.
    credentials: new URL(url, location.href).origin === location.origin ? 'include' : 'omit',
    ...(body !== undefined && { body }),
    ...(options.signal && { signal: options.signal }),
  })
  learnServerTime(response.headers.get('date'), sentAt, Date.now())

  if (response.status === 401) signOut()
  if (!response.ok) throw new ApiError(response.status, await readFailure(response))

  const payload: unknown = response.status === 204 ? {} : await response.json()
  const known = route.productKeys ? unfoldProductKeys(payload, product, route.productKeys) : payload
  const parsed = route.response.safeParse(known)
  if (!parsed.success) {
    throw new ApiError(response.status, { code: 'client.unexpected_answer' }, { cause: parsed.error })
  }
  // The contract's own response schema has just produced it; zod's generic output is wider than ResponseOf.
  return parsed.data as ResponseOf<R>
}

/**
 * Fetches a file from an address below the API's base that serves whoever has it: as it is, for a large one in base64 would
 * hold up the page. Throws as {@link call} does.
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(env().api_base.replace(/\/$/, '') + path, { credentials: 'omit' })
  if (!response.ok) throw new ApiError(response.status, await readFailure(response))
  return await response.blob()
}

function signOut(): void {
  const here = location.pathname + location.search
  forgetEverything()
  // Already there: another load would only throw away what is being typed.
  if (location.pathname !== paths.login()) leaveTo(paths.login(here))
}

async function readFailure(response: Response): Promise<WireError> {
  try {
    const parsed = wireError.safeParse(await response.json())
    return parsed.success ? parsed.data : {}
  } catch {
    // A proxy's HTML page or an empty body: the status says enough, the text falls back to spec §8's first message.
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
  const path = foldProduct(route.path, product).replaceAll(/:(\w+)/g, (_, name: string) => {
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
