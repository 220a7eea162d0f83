/**
 * Where cards are kept for the next purchase (product.md §6 "Saved cards"): at the payment provider, for a customer of its own,
 * in Stripe's words. We know of a card what is printed on a receipt. Keys, declines and errors are as in payments.port.ts.
 */
import type { Money } from '@terrace/domain/money'
import type { PaymentCard, PaymentFailure } from './payments.port.ts'

export interface SavedMethod {
  /** The provider's name of it, `pm_…`; pays for its own customer only. */
  methodId: string
  card: PaymentCard & { expMonth: number; expYear: number }
  isDefault: boolean
}

/** A card on its way into the vault. */
export type SetupState = {
  setupId: string
  /** Lets a browser give the provider the card of this one setup. */
  clientSecret: string
  customerId: string
} & (
  | { status: 'requires_payment_method'; lastError: PaymentFailure | null }
  | { status: 'requires_confirmation' }
  | { status: 'requires_action'; nextAction: { type: 'redirect_to_url'; url: string } }
  | { status: 'processing' }
  | { status: 'succeeded'; methodId: string }
  | { status: 'canceled' }
)

/** A buyer's bank wants a payment back. */
export interface Dispute {
  disputeId: string
  intentId: string
  amount: Money
  /** `fraudulent`, `product_not_received` … */
  reason: string
  status: 'open' | 'won' | 'lost'
  /** Until when the provider takes an answer to the bank; null where it waits for none. */
  respondBy: Date | null
  /** What the provider has moved for it so far: negative what it withdrew from us, positive what it gave back. Its own fees apart. */
  moves: readonly Money[]
}

/** Some of a list, the newest first. */
export interface DisputePage {
  disputes: Dispute[]
  /** After which the next page begins; null where this is the last. */
  next: string | null
}

export interface CardVault {
  /** Answers the provider's name of the customer, `cus_…`. */
  createCustomer(input: { teamId: string; name: string; idempotencyKey: string }): Promise<string>
  createSetup(input: { customerId: string; idempotencyKey: string }): Promise<SetupState>
  /** Checks the card with its bank, which may ask the buyer, and saves it. An unknown card is `resource_missing`. */
  confirmSetup(input: {
    setupId: string
    paymentMethod: string
    /** Where 3-D Secure sends the buyer back to. */
    returnUrl: string
    idempotencyKey: string
  }): Promise<SetupState>
  /** `resource_missing` for one that was never announced. */
  retrieveSetup(setupId: string): Promise<SetupState>
  /** The latest first; at most one is the default. */
  listMethods(customerId: string): Promise<SavedMethod[]>
  setDefault(input: { customerId: string; methodId: string; idempotencyKey: string }): Promise<void>
  /** The card is forgotten and pays no more; `resource_missing` where it was not saved, or not any more. */
  detachMethod(input: { methodId: string; idempotencyKey: string }): Promise<void>
  retrieveDispute(disputeId: string): Promise<Dispute>
  /** All that banks have begun since, each as it stands now, in pages of at most a hundred; those of no payment are left out. */
  listDisputes(input: { createdSince: Date; limit: number; after: string | null }): Promise<DisputePage>
}
