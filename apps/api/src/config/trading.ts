import { z } from 'zod'
import { described, wholeNumber } from './variable.ts'

export const tradingVariables = {
  SERVICE_FEE_BP: described(wholeNumber({ default: 500 }).pipe(z.number().max(10_000)), {
    meaning: 'The service fee in basis points: 500 is 5 %.',
    example: '750',
  }),
  MAX_HELD_TICKETS_PER_TEAM: described(wholeNumber({ default: 60 }), {
    meaning: 'Tickets that a team can hold at once.',
    example: '100',
  }),
  HOLD_MINUTES: described(wholeNumber({ default: 30 }).pipe(z.number().min(1)), {
    meaning: 'How long a hold lasts at most; it also ends when the event starts.',
    example: '20',
  }),
  HOLD_COOLDOWN_AFTER: described(wholeNumber({ default: 2 }), {
    meaning:
      'After this many holds of one listing by one team that ended without a purchase, the team’s next hold of it is rejected for a while. 0: never.',
    example: '3',
  }),
  HOLD_COOLDOWN_WINDOW_MINUTES: described(wholeNumber({ default: 120 }).pipe(z.number().min(1)), {
    meaning: 'Only holds placed within this many minutes count.',
    example: '60',
  }),
  HOLD_COOLDOWN_MINUTES: described(wholeNumber({ default: 10 }).pipe(z.number().min(1)), {
    meaning: 'How long the next hold is rejected, from the end of the last one.',
    example: '20',
  }),
  PAYMENT_HOLD_EXTENSION_MINUTES: described(wholeNumber({ default: 10 }).pipe(z.number().min(1)), {
    meaning:
      'How long a payment in progress keeps its holds from expiring, and how long the buyer has to complete the bank’s check (3-D Secure).',
    example: '15',
  }),
}

export interface TradingConfig {
  /** Basis points: 500 is 5 %. */
  serviceFeeBp: number
  maxHeldTicketsPerTeam: number
  holdMinutes: number
  /** When a team’s next hold of a listing is rejected; `null`: never, however often it has held the tickets. */
  holdCooldown: { afterHolds: number; windowMinutes: number; minutes: number } | null
  paymentHoldExtensionMinutes: number
}

export const tradingConfig = z.object(tradingVariables).transform((values): TradingConfig => ({
  serviceFeeBp: values.SERVICE_FEE_BP,
  maxHeldTicketsPerTeam: values.MAX_HELD_TICKETS_PER_TEAM,
  holdMinutes: values.HOLD_MINUTES,
  holdCooldown:
    values.HOLD_COOLDOWN_AFTER === 0
      ? null
      : {
          afterHolds: values.HOLD_COOLDOWN_AFTER,
          windowMinutes: values.HOLD_COOLDOWN_WINDOW_MINUTES,
          minutes: values.HOLD_COOLDOWN_MINUTES,
        },
  paymentHoldExtensionMinutes: values.PAYMENT_HOLD_EXTENSION_MINUTES,
}))
