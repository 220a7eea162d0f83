import type { PaymentFailure } from '../cards.ts'
import type { Dispute } from '../payments/disputes.repo.ts'
import { presentFailure } from '../payments/intents.presenter.ts'
import type { Customer, Method, Setup } from './vault.repo.ts'

/* Customers, setups, cards and disputes in Stripe's format, with only the fields we use. */

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export function presentCustomer({ id, name, metadata, defaultMethod }: Customer) {
  return {
    id,
    object: 'customer',
    livemode: false,
    name,
    metadata,
    invoice_settings: { default_payment_method: defaultMethod },
  }
}

export function presentMethod(method: Method) {
  const { id, customerId, brand, last4, expMonth, expYear, createdAt } = method
  return {
    id,
    object: 'payment_method',
    type: 'card',
    customer: customerId,
    created: seconds(createdAt),
    card: { brand, last4, exp_month: expMonth, exp_year: expYear },
  }
}

export function presentSetup(setup: Setup) {
  const { id, challenge } = setup
  return {
    id,
    object: 'setup_intent',
    livemode: false,
    created: seconds(setup.createdAt),
    client_secret: clientSecretOf(setup),
    customer: setup.customerId,
    usage: 'off_session',
    status: setup.status,
    payment_method: setup.method,
    last_setup_error: setup.lastError && presentFailure(setup.lastError),
    next_action: challenge && {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `/sandbox/challenge/${id}?secret=${challenge.secret}`,
        return_url: challenge.returnUrl,
      },
    },
  }
}

export function clientSecretOf({ id, secret }: Pick<Setup, 'id' | 'secret'>): string {
  return `${id}_secret_${secret}`
}

/** Response for a card that cannot be saved: Stripe's 402 with the setup. */
export function presentSetupDecline(setup: Setup, failure: PaymentFailure) {
  return { error: { ...presentFailure(failure), setup_intent: presentSetup(setup) } }
}

const daysToRespond = 9

/** A dispute withdraws the money; winning it returns the money. */
export function presentDispute({ id, intentId, amount, currency, reason, status, createdAt }: Dispute) {
  const movement = (minor: number) => ({ object: 'balance_transaction', amount: minor, currency })
  return {
    id,
    object: 'dispute',
    created: seconds(createdAt),
    payment_intent: intentId,
    amount,
    currency,
    reason,
    status,
    evidence_details: { due_by: seconds(createdAt) + daysToRespond * 86_400 },
    balance_transactions: [movement(-amount), ...(status === 'won' ? [movement(amount)] : [])],
  }
}
