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

  constructor(status: number, payload: WireError, options?: ErrorOptions) {
    super(messageOf(payload), options)
    this.status = status
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

/** Whether a retry would get the same response. */
export function isPermanentError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Text to show for any failure (spec §8). */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return messageOf(undefined)
}

/** Whether the address points to nothing; a malformed id counts too. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}
