import { quoteBody } from '@terrace/contracts/quotes'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { asSentence } from '#web/lib/sentence.ts'
import { quotePayload, type QuoteDraft } from './quote-draft.ts'

export type DraftErrors = Partial<Record<string, string>>

/** The fields of the form, by their names on the wire, in the order in which they stand. */
export const draftFields = [
  'title',
  'client_name',
  'commission_amount',
  'quote_expiry',
  'currency_to_display',
  'note',
] as const

/** What is wrong with a draft, by the call's own rules. */
export function draftErrors(draft: QuoteDraft): DraftErrors {
  const errors = asSentences(fieldErrors(quoteBody, quotePayload(draft)))
  return draft.amount.trim() === '' ? { ...errors, commission_amount: 'Commission is required' } : errors
}

/** What the server refused, by field. */
export function refusedFields(error: unknown): DraftErrors {
  return error instanceof ApiError ? asSentences(error.fieldErrors) : {}
}

/** Whether a field of the form says what was wrong, so that nothing is said twice. */
export function isSaidAtField(refused: DraftErrors): boolean {
  return draftFields.some((name) => refused[name] !== undefined)
}

/** What the contract says of each field, as a sentence of its own. */
export function asSentences(errors: Record<string, string>): DraftErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, asSentence(text)]))
}
