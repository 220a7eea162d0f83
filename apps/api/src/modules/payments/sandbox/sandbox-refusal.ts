/** The sandbox says no, in the words of Stripe's error object; rendered by the sandbox's own error handler only. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error'
  readonly code: string
  readonly param: string | null

  constructor(
    code: string,
    message: string,
    options: { status?: number; param?: string; type?: SandboxRefusal['type'] } = {},
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

/** Never repeats what it was given: it may be a card number. */
export function noSuch(
  param: 'intent' | 'payment_method' | 'challenge' | 'customer' | 'setup' | 'dispute' | 'refund',
  noun: string,
): SandboxRefusal {
  return new SandboxRefusal('resource_missing', `There is no such ${noun}`, { status: 404, param })
}
