import { setTimeout as wait } from 'node:timers/promises'
import { money, type Money } from '@terrace/domain/money'
import { z } from 'zod'
import {
  GatewayRefused,
  GatewayUnavailable,
  type GatewayRefusal,
  type PaymentGateway,
  type PaymentState,
} from '../payments.port.ts'

export interface SandboxGatewayOptions {
  /** Address of the sandbox without a path; asked anew for every call, since it is known only once the server listens. */
  baseUrl: () => string
  fetch: (
    url: string,
    init: { method: string; headers: Record<string, string>; body: string | null; signal: AbortSignal },
  ) => Promise<Response>
  secretKey: () => Promise<string>
  /** How long one try may take. */
  timeoutMs?: number
  /** The pause before each further try; as many tries again as there are entries. */
  retryDelaysMs?: readonly number[]
}

const amount = z.int().nonnegative()
const card = z.object({ brand: z.string(), last4: z.string() })
const failure = z.object({ code: z.string(), decline_code: z.string().nullable(), message: z.string() })
const intent = z.object({
  id: z.string(),
  amount,
  currency: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  payment_method: z.object({ card }).nullable(),
  latest_charge: z.object({ amount_refunded: amount }).nullable(),
  last_payment_error: failure.nullable(),
  next_action: z
    .object({ type: z.literal('redirect_to_url'), redirect_to_url: z.object({ url: z.string() }) })
    .nullable(),
})
const refund = z.object({
  id: z.string(),
  amount,
  currency: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
})
const declined = z.object({ error: z.object({ type: z.literal('card_error'), payment_intent: intent }) })
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

interface Request {
  path: string
  /** Absent: a read. */
  change?: { idempotencyKey: string; body: unknown }
}

interface Answer {
  status: number
  body: unknown
}

/** The payment gateway that speaks to the sandbox over HTTP, as it would to a provider elsewhere. */
export function createSandboxGateway(options: SandboxGatewayOptions): PaymentGateway {
  async function stateAfter(request: Request): Promise<PaymentState> {
    const { status, body } = await send(options, request)
    const wire = status === 402 ? understood(declined, body).error.payment_intent : understood(intent, body)
    return toPaymentState(wire)
  }
  return {
    name: 'sandbox',
    createPayment: ({ amount, description, metadata, idempotencyKey }) =>
      stateAfter({
        path: '/payment_intents',
        change: {
          idempotencyKey,
          body: {
            amount: amount.minor,
            currency: amount.currency.toLowerCase(),
            capture_method: 'manual',
            description,
            metadata,
          },
        },
      }),
    confirmPayment: ({ intentId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter({
        path: `${pathOf(intentId)}/confirm`,
        change: {
          idempotencyKey,
          body: { payment_method: paymentMethod, return_url: ownPath(returnUrl) },
        },
      }),
    retrievePayment: async (intentId) => stateAfter({ path: pathOf(intentId) }),
    capturePayment: async ({ intentId, idempotencyKey }) =>
      stateAfter({ path: `${pathOf(intentId)}/capture`, change: { idempotencyKey, body: {} } }),
    cancelPayment: async ({ intentId, idempotencyKey }) =>
      stateAfter({ path: `${pathOf(intentId)}/cancel`, change: { idempotencyKey, body: {} } }),
    async refundPayment({ intentId, amount, idempotencyKey }) {
      const { body } = await send(options, {
        path: '/refunds',
        change: { idempotencyKey, body: { payment_intent: intentId, amount: amount?.minor } },
      })
      const wire = understood(refund, body)
      return { refundId: wire.id, status: wire.status, amount: toMoney(wire.amount, wire.currency) }
    },
  }
}

function pathOf(intentId: string): string {
  return `/payment_intents/${encodeURIComponent(intentId)}`
}

/** The sandbox lives on our own origin, so a path is all that it needs and all that it takes. */
function ownPath(url: string): string {
  const { pathname, search, hash } = new URL(url, 'http://own.invalid')
  return pathname + search + hash
}

async function send(options: SandboxGatewayOptions, request: Request): Promise<Answer> {
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

async function sendOnce(options: SandboxGatewayOptions, { path, change }: Request): Promise<Answer> {
  const { baseUrl, fetch, secretKey, timeoutMs = 8000 } = options
  let answer: Answer
  try {
    const response = await fetch(`${baseUrl()}/sandbox/v1${path}`, {
      method: change ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await secretKey()}`,
        ...(change && {
          'content-type': 'application/json',
          'idempotency-key': change.idempotencyKey,
        }),
      },
      body: change ? JSON.stringify(change.body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer = { status: response.status, body: await response.json() }
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

function understood<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new GatewayUnavailable('the sandbox gave an answer that we cannot read', { cause: result.error })
}

function toPaymentState(wire: z.output<typeof intent>): PaymentState {
  const facts = {
    intentId: wire.id,
    amount: toMoney(wire.amount, wire.currency),
    amountRefunded: toMoney(wire.latest_charge?.amount_refunded ?? 0, wire.currency),
    card: wire.payment_method?.card ?? null,
  }
  switch (wire.status) {
    case 'requires_payment_method': {
      const error = wire.last_payment_error
      const lastError = error && {
        code: error.code,
        declineCode: error.decline_code,
        message: error.message,
      }
      return { ...facts, status: wire.status, lastError }
    }
    case 'requires_action': {
      if (!wire.next_action) throw new GatewayUnavailable('the sandbox asks for an action but names none')
      const { type, redirect_to_url } = wire.next_action
      return { ...facts, status: wire.status, nextAction: { type, url: redirect_to_url.url } }
    }
    default:
      return { ...facts, status: wire.status }
  }
}

function toMoney(minor: number, currency: string): Money {
  return money(minor, currency.toUpperCase())
}
