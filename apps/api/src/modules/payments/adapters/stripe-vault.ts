import type { Money } from '@terrace/domain/money'
import { Stripe } from 'stripe'
import type { CardVault, Dispute, SavedMethod, SetupState } from '../card-vault.port.ts'
import { GatewayRefused, GatewayUnavailable } from '../payments.port.ts'
import { asked } from './stripe-client.ts'
import { gatewayError } from './stripe-errors.ts'
import { failureOf, toMoney } from './stripe-state.ts'

/** Stripe lists so many at once; nobody keeps more. */
const mostMethods = 100

/** Saved cards by Stripe (wire.md §3.2): its customers, setups and payment methods. */
export function createStripeVault({ stripe, siteOrigin }: { stripe: Stripe; siteOrigin: string }): CardVault {
  const { customers, setupIntents, paymentMethods, disputes } = stripe
  return {
    async createCustomer({ teamId, name, idempotencyKey }) {
      const customer = await asked(
        customers.create({ name, metadata: { team_id: teamId } }, { idempotencyKey }),
      )
      return customer.id
    },
    createSetup: ({ customerId, idempotencyKey }) =>
      stateAfter(
        setupIntents.create(
          { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
          { idempotencyKey },
        ),
      ),
    confirmSetup: ({ setupId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter(
        setupIntents.confirm(
          setupId,
          { payment_method: paymentMethod, return_url: new URL(returnUrl, siteOrigin).href },
          { idempotencyKey },
        ),
      ),
    retrieveSetup: (setupId) => stateAfter(setupIntents.retrieve(setupId)),
    async listMethods(customerId) {
      const [customer, { data }] = await asked(
        Promise.all([
          customers.retrieve(customerId),
          customers.listPaymentMethods(customerId, { type: 'card', limit: mostMethods }),
        ]),
      )
      const preferred = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
      return data.flatMap((method) => savedMethod(method, preferred))
    },
    async setDefault({ customerId, methodId, idempotencyKey }) {
      await asked(
        customers.update(
          customerId,
          { invoice_settings: { default_payment_method: methodId } },
          { idempotencyKey },
        ),
      )
    },
    async detachMethod({ methodId, idempotencyKey }) {
      try {
        await paymentMethods.detach(methodId, {}, { idempotencyKey })
      } catch (error) {
        const known = gatewayError(error)
        // One that belongs to nobody any more is refused without a code.
        if (known instanceof GatewayRefused && known.code === 'invalid_request')
          throw new GatewayRefused('resource_missing', known.message, {
            param: 'payment_method',
            cause: error,
          })
        throw known
      }
    },
    async retrieveDispute(disputeId) {
      return toDispute(await asked(disputes.retrieve(disputeId)))
    },
    async listDisputes({ createdSince, limit, after }) {
      const created = { gte: Math.floor(createdSince.getTime() / 1000) }
      const { data, has_more: hasMore } = await asked(
        disputes.list({ created, limit, ...(after !== null && { starting_after: after }) }),
      )
      return {
        // One of a charge without an intent is nothing that we have asked for.
        disputes: data.filter(({ payment_intent }) => payment_intent !== null).map(toDispute),
        next: hasMore ? (data.at(-1)?.id ?? null) : null,
      }
    },
  }
}

async function stateAfter(call: Promise<Stripe.SetupIntent>): Promise<SetupState> {
  try {
    return toSetupState(await call)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.setup_intent)
      return toSetupState(error.setup_intent)
    throw gatewayError(error)
  }
}

function toSetupState(setup: Stripe.SetupIntent): SetupState {
  const customerId = idOf(setup.customer)
  if (customerId === null || setup.client_secret === null)
    throw new GatewayUnavailable('Stripe has a setup of nobody')
  const facts = { setupId: setup.id, clientSecret: setup.client_secret, customerId }
  switch (setup.status) {
    case 'requires_payment_method':
      return { ...facts, status: 'requires_payment_method', lastError: failureOf(setup.last_setup_error) }
    case 'requires_action': {
      const url = setup.next_action?.redirect_to_url?.url
      if (typeof url !== 'string')
        throw new GatewayUnavailable('Stripe asks for an action that is no page to go to')
      return { ...facts, status: 'requires_action', nextAction: { type: 'redirect_to_url', url } }
    }
    case 'succeeded': {
      const methodId = idOf(setup.payment_method)
      if (methodId === null) throw new GatewayUnavailable('Stripe has saved a card without a name')
      return { ...facts, status: 'succeeded', methodId }
    }
    default: {
      const status = plainStates.find((state) => state === setup.status)
      if (!status) throw new GatewayUnavailable(`Stripe has a setup in the unknown state ${setup.status}`)
      return { ...facts, status }
    }
  }
}

const plainStates = ['requires_confirmation', 'processing', 'canceled'] as const

function savedMethod({ id, card }: Stripe.PaymentMethod, preferred: string | null): SavedMethod[] {
  if (!card) return []
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return [{ methodId: id, card: { brand, last4, expMonth, expYear }, isDefault: id === preferred }]
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const intentId = idOf(dispute.payment_intent)
  if (intentId === null) throw new GatewayUnavailable('Stripe has a dispute about no payment')
  return {
    disputeId: dispute.id,
    intentId,
    amount: toMoney(dispute.amount, dispute.currency),
    reason: dispute.reason,
    status: disputeEnds.get(dispute.status) ?? 'open',
    respondBy: respondByOf(dispute),
    moves: dispute.balance_transactions.map((move) => movedFor(dispute, move)),
  }
}

/** Zero: this bank takes no answer. */
function respondByOf({ status, evidence_details: { due_by: dueBy } }: Stripe.Dispute): Date | null {
  return status.endsWith('needs_response') && dueBy ? new Date(dueBy * 1000) : null
}

/** Balances are kept in the account's own currency; the books, like sales, in the payment's. */
function movedFor({ amount, currency }: Stripe.Dispute, move: Stripe.BalanceTransaction): Money {
  return toMoney(move.currency === currency ? move.amount : Math.sign(move.amount) * amount, currency)
}

/** A warning that is closed never became a dispute. */
const disputeEnds: ReadonlyMap<string, Dispute['status']> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}
