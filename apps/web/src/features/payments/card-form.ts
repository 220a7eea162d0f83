import type { CardToken } from './card-messages.ts'

/** A payment gateway's card form. It returns a token; the card number never reaches our code. */
export interface CardForm {
  /**
   * Exchanges the entered card for a token.
   * @throws `CardError` with a message for the buyer.
   */
  tokenise: () => Promise<CardToken>
}
