export interface PaymentCard {
  /** Lower case: visa, mastercard, amex, discover, diners, jcb, unionpay. */
  brand: string
  last4: string
}

/** Why a card was declined, with a message for the buyer. */
export interface PaymentFailure {
  code: string
  /** Only with `card_declined`. */
  declineCode: string | null
  message: string
}
