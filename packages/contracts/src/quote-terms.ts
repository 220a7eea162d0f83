import { commissionMethods } from '@terrace/domain/money/commission'
import { isQuoteDuration } from '@terrace/domain/time/quote-durations'
import { z } from 'zod/mini'
import { visibleTrimmed } from './visible-text.ts'
import { amountInput } from './wire-money.ts'

/* Fields that a quote has in common with its team's defaults. */

/** Whole hours (product.md §11.5). */
export const quoteExpiry = z
  .int({ error: 'must be 2 to 24 hours, in steps of 2' })
  .check(z.refine((hours) => isQuoteDuration(hours), 'must be 2 to 24 hours, in steps of 2'))

export const commissionMethod = z.enum(commissionMethods, { error: 'must be fixed or percentage' })

export const commissionAmount = z.pipe(
  amountInput,
  z.string().check(z.maxLength(12, 'must be below a billion')),
)

/** A higher percentage is treated as a typing error. */
export const maxCommissionPercent = 1000

interface CommissionInput {
  commission_method: string
  commission_amount: string
}

export const commissionCheck = z.refine<CommissionInput>(
  ({ commission_method: method, commission_amount: amount }) =>
    // Invalid numbers already have their own message.
    method !== 'percentage' || !(Number(amount) > maxCommissionPercent),
  { path: ['commission_amount'], error: `must be at most ${maxCommissionPercent} percent` },
)

export const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code'))

/** `locked`: the client's price stays fixed when the seller's price changes. */
export const priceMode = z.enum(['floating', 'locked'], { error: 'must be floating or locked' })

/** How many of the offers a client accepts: any of them, or exactly one. */
const offerChoices = ['any', 'one'] as const
export type OfferChoice = (typeof offerChoices)[number]
export const offerChoice = z.enum(offerChoices, { error: 'must be any or one' })

/** A fixed amount per ticket in the quote's currency, or a percentage of the price. */
export const commission = { commission_method: commissionMethod, commission_amount: commissionAmount }

/** An optional text of the broker. */
export const offerText = (limit: number) =>
  z.optional(z.string().check(visibleTrimmed(), z.maxLength(limit, `must be at most ${limit} characters`)))

export const maxQuoteOffers = 100
