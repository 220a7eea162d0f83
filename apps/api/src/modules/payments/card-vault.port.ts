/**
 * Saved cards at the payment gateway (product.md §6 "Saved cards"), with Stripe's terms. Terrace stores only the
 * details that a receipt shows. Idempotency keys, declines and errors are as in payments.port.ts.
 */
import type { Money } from '@terrace/domain/money/money'
import type { PaymentCard, PaymentFailure } from './payments.port.ts'

export interface SavedMethod {
  /** Payment method id, `pm_…`; it pays for its own customer only. */
  methodId: string
  card: PaymentCard & { expMonth: number; expYear: number }
  isDefault: boolean
}

/** A card being saved. */
export type SetupState = {
  setupId: string
  /** Lets a browser send the card of this setup to the gateway. */
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

/** A chargeback claim by the buyer's bank. */
export interface Dispute {
  disputeId: string
  gatewayPaymentId: string
  amount: Money
  /** `fraudulent`, `product_not_received` … */
  reason: string
  status: 'open' | 'won' | 'lost'
  /** Deadline for evidence; `null` if the gateway waits for none. */
  respondBy: Date | null
  /** Money moved for the dispute so far, without fees: negative for withdrawals, positive for returns. */
  movements: readonly Money[]
}

/** One page, newest first. */
export interface DisputePage {
  disputes: Dispute[]
  /** Cursor of the next page; `null` on the last one. */
  nextCursor: string | null
}

export interface CardVault {
  /** Returns the customer id, `cus_…`. */
  createCustomer(input: { teamId: string; name: string; idempotencyKey: string }): Promise<string>
  createSetup(input: { customerId: string; idempotencyKey: string }): Promise<SetupState>
  /**
   * Verifies the card with its bank, possibly with a challenge, and saves it. An unknown card is `resource_missing`.
   */
  confirmSetup(input: {
    setupId: string
    paymentMethod: string
    /** Page the buyer returns to after 3-D Secure. */
    returnUrl: string
    idempotencyKey: string
  }): Promise<SetupState>
  /** `resource_missing` if the setup was never created. */
  retrieveSetup(setupId: string): Promise<SetupState>
  /** Newest first; at most one is the default. */
  listMethods(customerId: string): Promise<SavedMethod[]>
  setDefault(input: { customerId: string; methodId: string; idempotencyKey: string }): Promise<void>
  /** The card can no longer pay. `resource_missing` if it is not saved. */
  detachMethod(input: { methodId: string; idempotencyKey: string }): Promise<void>
  retrieveDispute(disputeId: string): Promise<Dispute>
  /**
   * Returns disputes created since, in their current state, up to 100 per page, without those that have no payment.
   */
  listDisputes(input: { createdSince: Date; limit: number; after: string | null }): Promise<DisputePage>
}
