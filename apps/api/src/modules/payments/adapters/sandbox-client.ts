import { setTimeout as wait } from 'node:timers/promises'
import { money, type Money } from '@terrace/domain/money'
import { z } from 'zod'
import {
  GatewayRefused,
  GatewayUnavailable,
  type GatewayRefusal,
  type PaymentFailure,
} from '../payments.port.ts'

/* How both adapters of the sandbox, payments and saved cards, speak to it: over HTTP, as to a provider elsewhere. */

export interface SandboxOptions {
  /** Address of the sandbox without a path; asked anew for every call, since it is known only once the server listens. */
  baseUrl: () => string
  send: (
    url: string,
    wanted: {
      method: 'GET' | 'POST'
      headers: Record<string, string>
      body: string | null
      timeoutMs: number
    },
  ) => Promise<{ status: number; text: string }>
  secretKey: () => Promise<string>
  /** How long one try may take. */
  timeoutMs?: number
  /** The pause before each further try; as many tries again as there are entries. */
  retryDelaysMs?: readonly number[]
}

export const wireFailure = z.object({
  code: z.string(),
  decline_code: z.string().nullable(),
  message: z.string(),
})

export function toFailure(wire: z.output<typeof wireFailure> | null): PaymentFailure | null {
  return wire && { code: wire.code, declineCode: wire.decline_code, message: wire.message }
}

/** A page to which the buyer has to go. */
export const wireAction = z
  .object({ type: z.literal('redirect_to_url'), redirect_to_url: z.object({ url: z.string() }) })
  .nullable()

const refused = z.object({
  error: z.object({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
  }),
})

const refusals: Readonly<Record<string, GatewayRefusal>> = {
  resource_missing: 'resource_missing',
  payment_intent_unexpected_state: 'unexpected_state',
  idempotency_mismatch: 'idempotency_mismatch',
  amount_too_large: 'amount_too_large',
  charge_already_refunded: 'already_refunded',
}

export interface Request {
  path: string
  /** Absent: a read. */
  change?: { idempotencyKey: string; body: unknown }
}

interface Answer {
  status: number
  body: unknown
}

/** The sandbox lives on our own origin, so a path is all that it needs and all that it takes. */
export function ownPath(url: string): string {
  const { pathname, search, hash } = new URL(url, 'http://own.invalid')
  return pathname + search + hash
}

export async function send(options: SandboxOptions, request: Request): Promise<Answer> {
  const { retryDelaysMs = [150, 600] } = options
  for (const delay of retryDelaysMs) {
    const answer = await sendOnce(options, request).catch((error: unknown) => {
      if (error instanceof GatewayUnavailable) return undefined
      throw error
    })
    if (answer) return answer
    // The same key again: whatever the lost call did, it is done once.
    await wait(delay)
  }
  return sendOnce(options, request)
}

async function sendOnce(options: SandboxOptions, { path, change }: Request): Promise<Answer> {
  const { baseUrl, secretKey, timeoutMs = 8000 } = options
  let answer: Answer
  try {
    const { status, text } = await options.send(`${baseUrl()}/sandbox/v1${path}`, {
      method: change ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await secretKey()}`,
        ...(change && {
          'content-type': 'application/json',
          'idempotency-key': change.idempotencyKey,
        }),
      },
      body: change ? JSON.stringify(change.body) : null,
      timeoutMs,
    })
    answer = { status, body: JSON.parse(text) }
  } catch (error) {
    throw new GatewayUnavailable('the sandbox gave no answer', { cause: error })
  }
  if (answer.status === 200 || answer.status === 402) return answer
  throw refusalOf(answer)
}

function refusalOf({ status, body }: Answer): Error {
  const { data } = refused.safeParse(body)
  const isOurs = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
  if (!data || !isOurs) return new GatewayUnavailable(`the sandbox answered ${status}`)
  const { code, message, param } = data.error
  return new GatewayRefused(refusals[code] ?? 'invalid_request', message, { param })
}

export function understood<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new GatewayUnavailable('the sandbox gave an answer that we cannot read', { cause: result.error })
}

export function toMoney(minor: number, currency: string): Money {
  return money(minor, currency.toUpperCase())
}
