/** What a module says of one of its error codes: the HTTP status and the words that a user may see. */
export interface ErrorCopy {
  status: number
  title: string
}

/** An expected failure. Thrown inside transactions so that the rollback is automatic; rendered by error-handler.ts only. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  /** Goes into the `errors` object of the answer, beside `title`. */
  readonly details: Record<string, unknown>
  /** When to try again, where that is known; goes out as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, copy: ErrorCopy, options: Omit<ErrorOptions, 'title'> = {}) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = copy.status
    this.title = copy.title
    this.details = { ...fieldOf(copy), ...options.details }
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Of bad input whose words begin with the name of its field, that field (product.md §9). */
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
 * Declares a module's error codes with status and public copy, and gives back one maker for each code.
 * `title` in the options replaces the copy where the text depends on the case.
 */
export function defineErrors<Code extends string>(copy: Record<Code, ErrorCopy>) {
  return {
    copy,
    make(code: Code, { title, ...options }: ErrorOptions = {}): AppError {
      const declared = copy[code]
      return new AppError(code, title === undefined ? declared : { ...declared, title }, options)
    },
  }
}

/** Bad input: which field is wrong and what would be right (product.md §9). */
export function invalidInput(fields: Record<string, string[]>): AppError {
  const [name, texts] = Object.entries(fields)[0] ?? ['', []]
  return new AppError(
    'input.invalid',
    { status: 422, title: texts[0] ? `${name}: ${texts[0]}` : 'The request is not valid' },
    { details: { fields } },
  )
}

/** Codes that every call may answer; routes need not declare them. */
export const commonErrors = defineErrors({
  'input.invalid': { status: 422, title: 'The request is not valid' },
  'session.missing': { status: 401, title: 'Please log in' },
  'session.forbidden': { status: 403, title: 'Your account may not do this' },
  'route.not_found': { status: 404, title: 'There is nothing at this address' },
  'rate.limited': { status: 429, title: 'Too many requests. Please wait a moment and try again' },
  'server.busy': { status: 503, title: 'The server is busy. Please try again in a moment' },
  'request.too_large': { status: 413, title: 'The request is too large' },
  'request.malformed': { status: 400, title: 'The request is not valid JSON' },
  'idempotency.key_invalid': { status: 422, title: 'Idempotency-Key: must be 1 to 255 characters' },
})
