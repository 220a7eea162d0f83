import { z } from 'zod/mini'
import { errorText } from '#web/lib/api-error.ts'

/** What the card frame says; anything else that arrives from its window is not for us. */
export const fromCardFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('terrace-card:ready') }),
  z.object({ type: z.literal('terrace-card:height'), height: z.number().check(z.positive()) }),
  z.object({ type: z.literal('terrace-card:submit') }),
  z.object({
    type: z.literal('terrace-card:token'),
    token: z.string().check(z.minLength(1)),
    brand: z.string(),
    last4: z.string(),
  }),
  z.object({ type: z.literal('terrace-card:error'), message: z.string() }),
])

/** What the frame is told. */
export type ToCardFrame =
  | { type: 'terrace-card:tokenise' }
  | { type: 'terrace-card:theme'; theme: 'light' | 'dark' }

/** A card by the name that the payment provider gave it; its number never leaves the frame. */
export interface CardToken {
  token: string
  brand: string
  last4: string
}

/** The card was refused, or the form did not answer; the message is for the buyer. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem'
  /** The form says it itself, at the field that is wrong: nobody needs to be told twice. */
  readonly isSaidInForm: boolean

  constructor(message: string, { isSaidInForm = false } = {}) {
    super(message)
    this.isSaidInForm = isSaidInForm
  }
}

/** For who is quicker than the form. */
export const cardFormNotReady = () =>
  new CardProblem('The card form is not ready yet. Please try again in a moment.')

/** What is to be said of a card that was not had; null where the form says it itself. */
export function cardProblemText(error: unknown): string | null {
  if (!(error instanceof CardProblem)) return errorText(error)
  return error.isSaidInForm ? null : error.message
}
