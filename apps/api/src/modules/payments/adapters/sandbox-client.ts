import { setTimeout as wait } from 'node:timers/promises'
import { money, type Money } from '@terrace/domain/money/money'
import { request as sendHttp } from 'undici'
import { z } from 'zod'
import {
  GatewayRejected,
  GatewayUnavailable,
  type GatewayErrorCode,
  type PaymentFailure,
} from '../payments.port.ts'

/* HTTP client shared by the payment and card adapters of the sandbox. */

export interface SandboxOptions {
  /** Base URL without a path. */
  url: string
  secretKey: string
  timeoutMs?: number
  /** Delays before the retries, one per retry. */
  retryDelaysMs?: readonly number[]
}

export const wirePaymentError = z.object({
  code: z.string(),
  decline_code: z.string().nullable(),
  message: z.string(),
})

export function toFailure(wire: z.output<typeof wirePaymentError> | null): PaymentFailure | null {
  return wire && { code: wire.code, declineCode: wire.decline_code, message: wire.message }
}

/** A page the buyer has to visit. */
export const wireAction = z
  .object({ type: z.literal('redirect_to_url'), redirect_to_url: z.object({ url: z.string() }) })
  .nullable()

const errorBody = z.object({
  error: z.object({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
  }),
})

const errorCodes: Readonly<Record<string, GatewayErrorCode>> = {
  resource_missing: 'resource_missing',
  payment_intent_unexpected_state: 'unexpected_state',
  idempotency_mismatch: 'idempotency_mismatch',
  amount_too_large: 'amount_too_large',
  charge_already_refunded: 'already_refunded',
}

export interface SandboxRequest {
  path: string
  /** Absent for reads. */
  change?: { idempotencyKey: string; body: unknown }
}

interface ApiResponse {
  status: number
  body: unknown
}

/** Buyers see the sandbox on our own origin, so it accepts paths only. */
export function toLocalPath(url: string): string {
  const { pathname, search, hash } = new URL(url, 'http://own.invalid')
  return pathname + search + hash
}

export async function send(options: SandboxOptions, request: SandboxRequest): Promise<ApiResponse> {
  const { retryDelaysMs = [150, 600] } = options
  for (const delay of retryDelaysMs) {
    const response = await sendOnce(options, request).catch((error: unknown) => {
      if (error instanceof GatewayUnavailable) return undefined
      throw error
    })
    if (response) return response
    // The retry uses the same key, so that a lost call takes effect once.
    await wait(delay)
  }
  return sendOnce(options, request)
}

async function sendOnce(options: SandboxOptions, { path, change }: SandboxRequest): Promise<ApiResponse> {
  const { url, secretKey, timeoutMs = 8000 } = options
  let response: ApiResponse
  try {
    // Every purchase makes several of these calls, and `fetch` would double their cost.
    const { statusCode, body } = await sendHttp(`${url}/sandbox/v1${path}`, {
      method: change ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(change && {
          'content-type': 'application/json',
          'idempotency-key': change.idempotencyKey,
        }),
      },
      body: change ? JSON.stringify(change.body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    response = { status: statusCode, body: await body.json() }
  } catch (error) {
    throw new GatewayUnavailable('no response from the sandbox', { cause: error })
  }
  if (response.status === 200 || response.status === 402) return response
  throw errorFromResponse(response)
}

function errorFromResponse({ status, body }: ApiResponse): Error {
  const { data } = errorBody.safeParse(body)
  const isDefinite = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
  if (!data || !isDefinite) return new GatewayUnavailable(`sandbox responded with ${status}`)
  const { code, message, param } = data.error
  return new GatewayRejected(errorCodes[code] ?? 'invalid_request', message, { param })
}

export function parseResponse<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new GatewayUnavailable('unreadable response from the sandbox', { cause: result.error })
}

export function toMoney(minor: number, currency: string): Money {
  return money(minor, currency.toUpperCase())
}
