/** A rejection in the format of Stripe's error object; rendered by the sandbox's error handler only. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error'
  readonly code: string
  readonly param: string | null

  constructor(
    code: string,
    message: string,
    options: { status?: number; param?: string; type?: SandboxError['type'] } = {},
  ) {
    super(message)
    this.code = code
    this.status = options.status ?? 400
    this.type = options.type ?? 'invalid_request_error'
    this.param = options.param ?? null
  }

  get body(): unknown {
    const { type, code, message, param } = this
    return { error: { type, code, message, param } }
  }
}

/** Does not repeat the value, which might be a card number. */
export function resourceMissing(
  param: 'intent' | 'payment_method' | 'challenge' | 'customer' | 'setup' | 'dispute' | 'refund',
  noun: string,
): SandboxError {
  return new SandboxError('resource_missing', `No such ${noun}`, { status: 404, param })
}
