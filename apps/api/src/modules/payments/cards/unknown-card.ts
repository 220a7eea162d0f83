import type { PaymentFailure } from '../payments.port.ts'

/** Failure of a card token that the gateway does not know or accept. `code` is the gateway's error code. */
export const unknownCard = (code: string): PaymentFailure => ({
  code,
  declineCode: null,
  message: 'This card can’t be used. Enter it again or use another card.',
})
