import type { CardToken } from './card-messages.ts'

/** A payment provider's own form for a card, whoever stands behind it: we are handed a token, never a number. */
export interface CardForm {
  /** Asks for the card that was typed. Throws `CardProblem` with words for the buyer. */
  tokenise: () => Promise<CardToken>
}
