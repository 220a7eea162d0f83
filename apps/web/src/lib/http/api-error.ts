import type { ErrorCode } from '@terrace/contracts/error-codes'
import { messageOf, type WireError } from '@terrace/contracts/wire-error'

/** An error response of the server. Network errors keep the type that `fetch` throws. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable error code, such as `listing.insufficient_quantity`. */
  readonly code: ErrorCode | undefined
  /** `errors` as received: text, list, or an object with `title` and optional `fields`. */
  readonly errors: WireError['errors']
  readonly requestId: string | undefined
  /** When the server wants the call to be repeated. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, payload: WireError, options?: ErrorOptions & { retryAfter?: string | null }) {
    super(messageOf(payload), options)
    this.status = status
    const seconds = Number(options?.retryAfter ?? Number.NaN)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined
    // A newer server may send a code that this page does not know; it equals none of those compared here.
    this.code = payload.code as ErrorCode | undefined
    this.errors = payload.errors
    this.requestId = payload.request_id
  }

  /** First message of each invalid field. */
  get fieldErrors(): Record<string, string> {
    const { errors } = this
    if (errors === undefined || typeof errors === 'string' || Array.isArray(errors)) return {}
    return Object.fromEntries(
      Object.entries(errors.fields ?? {}).flatMap(([name, texts]) =>
        texts[0] === undefined ? [] : [[name, texts[0]]],
      ),
    )
  }
}

/** Whether a retry would get the same response. Limits other than that of requests last for minutes. */
export function isPermanentError(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status >= 500) return false
  return error.status !== 429 || (error.code !== undefined && error.code !== 'rate.limited')
}

const networkErrors = new WeakSet<object>()

/** Remembers that `fetch` got no response, which only its caller can tell from a bug. */
export function markNetworkError(error: unknown): void {
  if (typeof error === 'object' && error !== null) networkErrors.add(error)
}

/** Whether a call got no response, because the network or the server is gone. */
export function isConnectionLost(error: unknown): boolean {
  return typeof error === 'object' && error !== null && networkErrors.has(error)
}

/** Whether no response arrived or a server error hides the outcome. */
export function isResponseLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** Whether the server is down or restarting: the same call succeeds once it is back. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return isConnectionLost(error)
  // A proxy without a server behind it responds with its own page.
  const isProxyPage = error.errors === undefined && [502, 503, 504].includes(error.status)
  return error.code === 'server.unavailable' || isProxyPage
}

/** Text to show for any failure (spec §8, which leaves failures without a response open). */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return isConnectionLost(error) ? 'Connection lost. Try again.' : messageOf(undefined)
}

/** Whether the address points to nothing; a malformed id counts too. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}
