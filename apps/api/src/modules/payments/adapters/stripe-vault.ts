import type { Money } from '@terrace/domain/money/money'
import { Stripe } from 'stripe'
import type { CardVault, Dispute, SavedMethod, SetupState } from '../card-vault.port.ts'
import { GatewayRejected, GatewayUnavailable } from '../payments.port.ts'
import { callStripe } from './stripe-client.ts'
import { gatewayError } from './stripe-errors.ts'
import { failureOf, toMoney } from './stripe-state.ts'

/** Stripe's page limit; no team has more cards. */
const maxMethods = 100

/** Card vault of Stripe: customers, setup intents and payment methods. */
export function createStripeVault({ stripe, siteOrigin }: { stripe: Stripe; siteOrigin: string }): CardVault {
  const { customers, setupIntents, paymentMethods, disputes } = stripe
  return {
    async createCustomer({ teamId, name, idempotencyKey }) {
      const customer = await callStripe(
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
      const [customer, { data }] = await callStripe(
        Promise.all([
          customers.retrieve(customerId),
          customers.listPaymentMethods(customerId, { type: 'card', limit: maxMethods }),
        ]),
      )
      const defaultMethodId = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
      return data.flatMap((method) => savedMethod(method, defaultMethodId))
    },
    async setDefault({ customerId, methodId, idempotencyKey }) {
      await callStripe(
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
        const rejection = gatewayError(error)
        // Stripe rejects detaching a detached card without an error code.
        if (rejection instanceof GatewayRejected && rejection.code === 'invalid_request')
          throw new GatewayRejected('resource_missing', rejection.message, {
            param: 'payment_method',
            cause: error,
          })
        throw rejection
      }
    },
    async retrieveDispute(disputeId) {
      return toDispute(await callStripe(disputes.retrieve(disputeId)))
    },
    async listDisputes({ createdSince, limit, after }) {
      const created = { gte: Math.floor(createdSince.getTime() / 1000) }
      const { data, has_more: hasMore } = await callStripe(
        disputes.list({ created, limit, ...(after !== null && { starting_after: after }) }),
      )
      return {
        // Disputes of charges without an intent are not ours.
        disputes: data.filter(({ payment_intent }) => payment_intent !== null).map(toDispute),
        nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
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
    throw new GatewayUnavailable('Stripe setup without a customer')
  const details = { setupId: setup.id, clientSecret: setup.client_secret, customerId }
  switch (setup.status) {
    case 'requires_payment_method':
      return { ...details, status: 'requires_payment_method', lastError: failureOf(setup.last_setup_error) }
    case 'requires_action': {
      const url = setup.next_action?.redirect_to_url?.url
      if (typeof url !== 'string')
        throw new GatewayUnavailable('Stripe requires an action without a redirect')
      return { ...details, status: 'requires_action', nextAction: { type: 'redirect_to_url', url } }
    }
    case 'succeeded': {
      const methodId = idOf(setup.payment_method)
      if (methodId === null) throw new GatewayUnavailable('Stripe setup succeeded without a card')
      return { ...details, status: 'succeeded', methodId }
    }
    default: {
      const status = plainStates.find((state) => state === setup.status)
      if (!status) throw new GatewayUnavailable(`unknown Stripe setup state ${setup.status}`)
      return { ...details, status }
    }
  }
}

const plainStates = ['requires_confirmation', 'processing', 'canceled'] as const

function savedMethod({ id, card }: Stripe.PaymentMethod, defaultMethodId: string | null): SavedMethod[] {
  if (!card) return []
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return [{ methodId: id, card: { brand, last4, expMonth, expYear }, isDefault: id === defaultMethodId }]
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const gatewayPaymentId = idOf(dispute.payment_intent)
  if (gatewayPaymentId === null) throw new GatewayUnavailable('Stripe dispute without a payment intent')
  return {
    disputeId: dispute.id,
    gatewayPaymentId,
    amount: toMoney(dispute.amount, dispute.currency),
    reason: dispute.reason,
    status: disputeOutcomes.get(dispute.status) ?? 'open',
    respondBy: respondByOf(dispute),
    movements: dispute.balance_transactions.map((movement) => inPaymentCurrency(dispute, movement)),
  }
}

/** `due_by` 0 means that the bank accepts no evidence. */
function respondByOf({ status, evidence_details: { due_by: dueBy } }: Stripe.Dispute): Date | null {
  return status.endsWith('needs_response') && dueBy ? new Date(dueBy * 1000) : null
}

/** Stripe's balance is in the account's currency; the ledger uses the payment's. */
function inPaymentCurrency({ amount, currency }: Stripe.Dispute, movement: Stripe.BalanceTransaction): Money {
  return toMoney(
    movement.currency === currency ? movement.amount : Math.sign(movement.amount) * amount,
    currency,
  )
}

/** A closed warning never became a dispute. */
const disputeOutcomes: ReadonlyMap<string, Dispute['status']> = new Map([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
