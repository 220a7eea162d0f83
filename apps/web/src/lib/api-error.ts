import { messageOf, type WireError } from '@terrace/contracts/wire-error'

/** A call that the server answered with anything but success. Network failures stay what `fetch` threw. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable code of the failure, such as `listing.insufficient_quantity`. */
  readonly code: string | undefined
  /** `errors` as it came: text, list, or object with `title` and perhaps `fields`. */
  readonly errors: WireError['errors']
  readonly requestId: string | undefined

  constructor(status: number, payload: WireError, options?: ErrorOptions) {
    super(messageOf(payload), options)
    this.status = status
    this.code = payload.code
    this.errors = payload.errors
    this.requestId = payload.request_id
  }

  /** First message of each field that the server refused. */
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

/** Whether the server has judged the call: nothing more happens to it, and the same call would be answered the same. */
export function isJudged(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** The text to show for any failure, whoever threw it (spec §8). */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return messageOf(undefined)
}

/** Whether the address names nothing that is there; an id of the wrong form names nothing either. */
export function namesNothing(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}
