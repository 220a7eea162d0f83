import type { ErrorCode } from '@terrace/contracts/error-codes'

/** HTTP status and public message of an error code. */
export interface ErrorCopy {
  status: number
  title: string
}

/** An expected error. Throw it inside a transaction to roll back; only error-handler.ts renders it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly title: string
  /** Added to the `errors` object of the response, next to `title`. */
  readonly details: Record<string, unknown>
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, copy: ErrorCopy, options: Omit<ErrorOptions, 'title'> = {}) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = copy.status
    this.title = copy.title
    this.details = { ...fieldOf(copy), ...options.details }
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** For a 422 whose message starts with a field name, that field (product.md §9). */
function fieldOf({ status, title }: ErrorCopy): { fields?: Record<string, string[]> } {
  const [, name, text] = /^([\w-]+): (.+)$/s.exec(title) ?? []
  return status === 422 && name !== undefined && text !== undefined ? { fields: { [name]: [text] } } : {}
}

interface ErrorOptions {
  title?: string
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * Declares a module's error codes with status and public message, and returns a factory for them. `title` in the
 * options replaces the message.
 */
export function defineErrors<Code extends ErrorCode>(copy: Record<Code, ErrorCopy>) {
  return {
    copy,
    make(code: Code, { title, ...options }: ErrorOptions = {}): AppError {
      const declared = copy[code]
      return new AppError(code, title === undefined ? declared : { ...declared, title }, options)
    },
  }
}

/** Input error that names each invalid field and the expected value (product.md §9). */
export function invalidInput(fields: Record<string, string[]>): AppError {
  const [name, texts] = Object.entries(fields)[0] ?? ['', []]
  return new AppError(
    'input.invalid',
    { status: 422, title: texts[0] ? `${name}: ${texts[0]}` : 'Invalid request' },
    { details: { fields } },
  )
}

/** Codes that any route may return without declaring them. */
export const commonErrors = defineErrors({
  'input.invalid': { status: 422, title: 'Invalid request' },
  'session.missing': { status: 401, title: 'Log in to continue' },
  'session.factor_required': { status: 403, title: 'Confirm that it’s you to continue' },
  'session.second_factor_due': {
    status: 403,
    title: 'Confirm your second factor, or set one up, to continue',
  },
  'session.forbidden': { status: 403, title: 'You don’t have permission to do this' },
  'session.permission_missing': { status: 403, title: 'You need another permission to do this' },
  'route.not_found': { status: 404, title: 'Not found' },
  'rate.limited': { status: 429, title: 'Too many requests. Wait a moment and try again' },
  'server.unavailable': { status: 503, title: 'The service is unavailable for a moment. Try again shortly' },
  'server.busy': { status: 503, title: 'The server is busy. Try again in a moment' },
  'request.too_large': { status: 413, title: 'The request is too large' },
  'request.malformed': { status: 400, title: 'The request body is not valid JSON' },
  'idempotency.key_invalid': { status: 422, title: 'Idempotency-Key: must be 1 to 255 characters' },
})
