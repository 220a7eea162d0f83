import { expandProduct } from '@terrace/contracts/product'
import type { QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'
import { wireError } from '@terrace/contracts/wire-error'
import { env } from '#web/lib/env.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'
import { ApiError, markNetworkError } from './api-error.ts'
import { clearStoredSession, readToken } from './session.ts'

interface SendOptions<R extends RouteContract> {
  query: QueryInputOf<R>
  file: Blob
  /** Called with the bytes sent so far. */
  onProgress?: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Sends a file as the body of a call. Unlike `fetch`, it reports the progress. Throws like `call`; for a connection that
 * is lost, and for a file that can no longer be read, the error of the network.
 */
export async function sendFile<R extends RouteContract>(
  route: R,
  { query, file, onProgress, signal }: SendOptions<R>,
): Promise<ResponseOf<R>> {
  signal.throwIfAborted()
  const request = await new Promise<XMLHttpRequest>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    const url = addressOf(route, query)
    sending.open(route.method, url)
    sending.withCredentials = new URL(url, location.href).origin === location.origin
    sending.setRequestHeader('accept', 'application/json')
    sending.setRequestHeader('content-type', 'application/octet-stream')
    const token = readToken()
    if (token !== null) sending.setRequestHeader('authorization', `Bearer ${token}`)
    sending.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded))
    sending.addEventListener('load', () => resolve(sending))
    sending.addEventListener('error', () => {
      const error = new TypeError('The file was not sent')
      markNetworkError(error)
      reject(error)
    })
    sending.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    )
    signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(file)
  })
  if (request.status === 401) logOut()
  if (request.status >= 300) throw errorOf(request)
  const parsed = route.response.safeParse(JSON.parse(request.responseText))
  if (!parsed.success) throw new ApiError(request.status, {}, { cause: parsed.error })
  // The contract's response schema has produced it; zod's generic output is wider than `ResponseOf`.
  return parsed.data as ResponseOf<R>
}

function addressOf(route: RouteContract, query: unknown): string {
  const { api_base: base, product } = env()
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.append(name, String(value))
  return `${base.replace(/\/$/, '')}${expandProduct(route.path, product)}?${search}`
}

function errorOf(request: XMLHttpRequest): ApiError {
  const options = { retryAfter: request.getResponseHeader('retry-after') }
  try {
    const parsed = wireError.safeParse(JSON.parse(request.responseText))
    return new ApiError(request.status, parsed.success ? parsed.data : {}, options)
  } catch {
    // A proxy's page or an empty body.
    return new ApiError(request.status, {}, options)
  }
}

function logOut(): void {
  const address = location.pathname + location.search
  clearStoredSession()
  redirectTo(paths.login(address))
}
