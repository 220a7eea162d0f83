import { z } from 'zod'
import type { CardVault, Dispute, SetupState } from '../card-vault.port.ts'
import { GatewayUnavailable } from '../payments.port.ts'
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

const createdObject = z.object({ id: z.string() })
const customer = z.object({
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
})
const methods = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      card: z.object({
        brand: z.string(),
        last4: z.string(),
        exp_month: z.int(),
        exp_year: z.int(),
      }),
    }),
  ),
})
const setup = z.object({
  id: z.string(),
  client_secret: z.string(),
  customer: z.string(),
  status: z.enum(['requires_payment_method', 'requires_action', 'succeeded']),
  payment_method: z.string().nullable(),
  last_setup_error: wirePaymentError.nullable(),
  next_action: wireAction,
})
const declined = z.object({ error: z.object({ type: z.literal('card_error'), setup_intent: setup }) })
const dispute = z.object({
  id: z.string(),
  payment_intent: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
  evidence_details: z.object({ due_by: z.int() }),
  balance_transactions: z.array(z.object({ amount: z.int(), currency: z.string() })),
})
const disputePage = z.object({ data: z.array(dispute), has_more: z.boolean() })

export function createSandboxVault(options: SandboxOptions): CardVault {
  async function stateAfter(request: SandboxRequest): Promise<SetupState> {
    const { status, body } = await send(options, request)
    return toSetupState(
      status === 402 ? parseResponse(declined, body).error.setup_intent : parseResponse(setup, body),
    )
  }
  const fetchParsed = async <Result>(schema: z.ZodType<Result>, request: SandboxRequest): Promise<Result> =>
    parseResponse(schema, (await send(options, request)).body)

  return {
    async createCustomer({ teamId, name, idempotencyKey }) {
      const change = { idempotencyKey, body: { name, metadata: { team_id: teamId } } }
      return (await fetchParsed(createdObject, { path: '/customers', change })).id
    },
    createSetup: ({ customerId, idempotencyKey }) =>
      stateAfter({
        path: '/setup_intents',
        change: { idempotencyKey, body: { customer: customerId, usage: 'off_session' } },
      }),
    confirmSetup: ({ setupId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter({
        path: `${pathOf('setup_intents', setupId)}/confirm`,
        change: {
          idempotencyKey,
          body: { payment_method: paymentMethod, return_url: toLocalPath(returnUrl) },
        },
      }),
    retrieveSetup: (setupId) => stateAfter({ path: pathOf('setup_intents', setupId) }),
    async listMethods(customerId) {
      const path = pathOf('customers', customerId)
      const [{ invoice_settings: settings }, { data }] = await Promise.all([
        fetchParsed(customer, { path }),
        fetchParsed(methods, { path: `${path}/payment_methods` }),
      ])
      return data.map(({ id, card }) => ({
        methodId: id,
        card: {
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
        },
        isDefault: id === settings.default_payment_method,
      }))
    },
    async setDefault({ customerId, methodId, idempotencyKey }) {
      const body = { invoice_settings: { default_payment_method: methodId } }
      await send(options, { path: pathOf('customers', customerId), change: { idempotencyKey, body } })
    },
    async detachMethod({ methodId, idempotencyKey }) {
      const path = `${pathOf('payment_methods', methodId)}/detach`
      await send(options, { path, change: { idempotencyKey, body: {} } })
    },
    async retrieveDispute(disputeId) {
      return toDispute(await fetchParsed(dispute, { path: pathOf('disputes', disputeId) }))
    },
    async listDisputes({ createdSince, limit, after }) {
      const query = new URLSearchParams({
        'created[gte]': String(Math.floor(createdSince.getTime() / 1000)),
        limit: String(limit),
        ...(after !== null && { starting_after: after }),
      })
      const { data, has_more: hasMore } = await fetchParsed(disputePage, {
        path: `/disputes?${query.toString()}`,
      })
      return { disputes: data.map(toDispute), nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null }
    },
  }
}

function pathOf(kind: string, id: string): string {
  return `/${kind}/${encodeURIComponent(id)}`
}

function toSetupState(wire: z.output<typeof setup>): SetupState {
  const details = { setupId: wire.id, clientSecret: wire.client_secret, customerId: wire.customer }
  switch (wire.status) {
    case 'succeeded':
      if (wire.payment_method === null) throw new GatewayUnavailable('sandbox setup succeeded without a card')
      return { ...details, status: wire.status, methodId: wire.payment_method }
    case 'requires_action': {
      if (!wire.next_action) throw new GatewayUnavailable('sandbox requires an action without naming one')
      const { type, redirect_to_url } = wire.next_action
      return { ...details, status: wire.status, nextAction: { type, url: redirect_to_url.url } }
    }
    default:
      return { ...details, status: wire.status, lastError: toFailure(wire.last_setup_error) }
  }
}

function toDispute(wire: z.output<typeof dispute>): Dispute {
  return {
    disputeId: wire.id,
    gatewayPaymentId: wire.payment_intent,
    amount: toMoney(wire.amount, wire.currency),
    reason: wire.reason,
    status: wire.status === 'needs_response' ? 'open' : wire.status,
    respondBy: wire.status === 'needs_response' ? new Date(wire.evidence_details.due_by * 1000) : null,
    movements: wire.balance_transactions.map((movement) => toMoney(movement.amount, movement.currency)),
  }
}
