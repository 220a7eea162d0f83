import { z } from 'zod'

/** What the card frame says; anything else that arrives from its window is not for us. */
export const fromCardFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('terrace-card:ready') }),
  z.object({ type: z.literal('terrace-card:height'), height: z.number().positive() }),
  z.object({ type: z.literal('terrace-card:submit') }),
  z.object({
    type: z.literal('terrace-card:token'),
    token: z.string().min(1),
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

/** The frame refused the card, or did not answer; the message is for the buyer. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem'
}
