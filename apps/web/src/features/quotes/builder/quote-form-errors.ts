import { quoteBody } from '@terrace/contracts/quote-creation'
import { asSentences, fieldErrors, type FieldErrors } from '#web/forms/field-errors.ts'
import { quotePayload, type PendingQuote } from './pending-quote.ts'

/** The form's fields by wire name, in visual order. */
export const quoteFields = [
  'title',
  'client_name',
  'commission_amount',
  'quote_expiry',
  'currency_to_display',
  'note',
  'reference',
  'internal_note',
] as const

/** Validates the form with the contract's schema. */
export function validatePendingQuote(pendingQuote: PendingQuote): FieldErrors {
  const errors = asSentences(fieldErrors(quoteBody, quotePayload(pendingQuote)))
  return pendingQuote.amount.trim() === ''
    ? { ...errors, commission_amount: 'Commission is required' }
    : errors
}
