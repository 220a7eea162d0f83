import type { PaymentFailure } from './payments.port.ts'

/** Why a card is declined whose name the provider does not know, or will not take; `code`: its own word for that. */
export const unknownCard = (code: string): PaymentFailure => ({
  code,
  declineCode: null,
  message: 'This card cannot be used. Please enter it again or use another card.',
})
