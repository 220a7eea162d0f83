import { z } from 'zod/mini'
import { errorText } from '#web/lib/http/api-error.ts'

/** Messages from the card frame. Anything else posted by its window is ignored. */
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

export type ToCardFrame =
  | { type: 'terrace-card:tokenise' }
  | { type: 'terrace-card:theme'; theme: 'light' | 'dark' }

export interface CardToken {
  token: string
  brand: string
  last4: string
}

/** The card was rejected or the form did not respond. The message is shown to the buyer. */
export class CardError extends Error {
  override readonly name = 'CardError'
  /** The form already shows this error at the invalid field. */
  readonly isShownInForm: boolean

  constructor(message: string, { isShownInForm = false } = {}) {
    super(message)
    this.isShownInForm = isShownInForm
  }
}

export const cardFormNotReady = () => new CardError('The card form is still loading. Try again in a moment.')

/** The message to show for a failed card, or `null` when the form already shows it. */
export function cardErrorText(error: unknown): string | null {
  if (!(error instanceof CardError)) return errorText(error)
  return error.isShownInForm ? null : error.message
}
