import { z } from 'zod'
import {
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRefund,
  type PaymentState,
} from '../payments.port.ts'
import {
  toLocalPath,
  send,
  toFailure,
  toMoney,
  parseResponse,
  wireAction,
  wirePaymentError,
  type SandboxRequest,
  type SandboxOptions,
} from './sandbox-client.ts'

const minorUnits = z.int().nonnegative()
const card = z.object({ brand: z.string(), last4: z.string() })
const intent = z.object({
  id: z.string(),
  amount: minorUnits,
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
  latest_charge: z.object({ amount_refunded: minorUnits }).nullable(),
  last_payment_error: wirePaymentError.nullable(),
  next_action: wireAction,
  metadata: z.record(z.string(), z.string()),
})
const refund = z.object({
  id: z.string(),
  payment_intent: z.string(),
  amount: minorUnits,
  currency: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  metadata: z.record(z.string(), z.string()),
})
const refunds = z.object({ data: z.array(refund) })
const intentPage = z.object({ data: z.array(intent), has_more: z.boolean() })
const refundPage = z.object({ data: z.array(refund), has_more: z.boolean() })
const declined = z.object({ error: z.object({ type: z.literal('card_error'), payment_intent: intent }) })

/** Payment gateway that calls the sandbox over HTTP, like a remote one. */
export function createSandboxGateway(options: SandboxOptions): PaymentGateway {
  async function stateAfter(request: SandboxRequest): Promise<PaymentState> {
    const { status, body } = await send(options, request)
    const wire =
      status === 402 ? parseResponse(declined, body).error.payment_intent : parseResponse(intent, body)
    return toPaymentState(wire)
  }

  return {
    name: 'sandbox',
    createPayment: ({ amount, description, metadata, customerId, savesCard, idempotencyKey }) =>
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
            ...(customerId !== undefined && { customer: customerId }),
            ...(savesCard && { setup_future_usage: 'off_session' }),
          },
        },
      }),
    confirmPayment: ({ gatewayPaymentId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter({
        path: `${pathOf(gatewayPaymentId)}/confirm`,
        change: {
          idempotencyKey,
          body: { payment_method: paymentMethod, return_url: toLocalPath(returnUrl) },
        },
      }),
    retrievePayment: async (gatewayPaymentId) => stateAfter({ path: pathOf(gatewayPaymentId) }),
    capturePayment: async ({ gatewayPaymentId, idempotencyKey }) =>
      stateAfter({ path: `${pathOf(gatewayPaymentId)}/capture`, change: { idempotencyKey, body: {} } }),
    cancelPayment: async ({ gatewayPaymentId, idempotencyKey }) =>
      stateAfter({ path: `${pathOf(gatewayPaymentId)}/cancel`, change: { idempotencyKey, body: {} } }),
    async refundPayment({ gatewayPaymentId, amount, metadata, idempotencyKey }) {
      const { body } = await send(options, {
        path: '/refunds',
        change: {
          idempotencyKey,
          body: { payment_intent: gatewayPaymentId, amount: amount?.minor, metadata },
        },
      })
      return toRefund(parseResponse(refund, body))
    },
    async retrieveRefund(refundId) {
      const { body } = await send(options, { path: `/refunds/${encodeURIComponent(refundId)}` })
      return toRefund(parseResponse(refund, body))
    },
    async listRefunds(gatewayPaymentId) {
      const { body } = await send(options, { path: `${pathOf(gatewayPaymentId)}/refunds` })
      return parseResponse(refunds, body).data.map(toRefund)
    },
    async listPaymentsSince(createdSince) {
      const found = await listSince(options, '/payment_intents', { createdSince, page: intentPage })
      return found.map((wire) => ({ ...toPaymentState(wire), metadata: wire.metadata }))
    },
    async listRefundsSince(createdSince) {
      const found = await listSince(options, '/refunds', { createdSince, page: refundPage })
      return found.map((wire) => ({ ...toRefund(wire), gatewayPaymentId: wire.payment_intent }))
    },
  }
}

/** All pages of a list. */
async function listSince<Item extends { id: string }>(
  options: SandboxOptions,
  path: string,
  { createdSince, page }: { createdSince: Date; page: z.ZodType<{ data: Item[]; has_more: boolean }> },
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const last = items.at(-1)
    const query = new URLSearchParams({
      'created[gte]': String(Math.floor(createdSince.getTime() / 1000)),
      limit: '100',
      ...(last && { starting_after: last.id }),
    })
    const { body } = await send(options, { path: `${path}?${query.toString()}` })
    const { data, has_more: hasMore } = parseResponse(page, body)
    items.push(...data)
    if (!hasMore) return items
  }
}

function toRefund({ id, status, amount, currency, metadata }: z.output<typeof refund>): PaymentRefund {
  return { refundId: id, status, amount: toMoney(amount, currency), metadata }
}

function pathOf(gatewayPaymentId: string): string {
  return `/payment_intents/${encodeURIComponent(gatewayPaymentId)}`
}

function toPaymentState(wire: z.output<typeof intent>): PaymentState {
  const details = {
    gatewayPaymentId: wire.id,
    amount: toMoney(wire.amount, wire.currency),
    amountRefunded: toMoney(wire.latest_charge?.amount_refunded ?? 0, wire.currency),
    card: wire.payment_method?.card ?? null,
  }
  switch (wire.status) {
    case 'requires_payment_method':
      return { ...details, status: wire.status, lastError: toFailure(wire.last_payment_error) }
    case 'requires_action': {
      if (!wire.next_action) throw new GatewayUnavailable('sandbox requires an action without naming one')
      const { type, redirect_to_url } = wire.next_action
      return { ...details, status: wire.status, nextAction: { type, url: redirect_to_url.url } }
    }
    default:
      return { ...details, status: wire.status }
  }
}
