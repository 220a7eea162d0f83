import { clientBody, type WireClient } from '@terrace/contracts/clients'
import { asSentences, fieldErrors } from '#web/forms/field-errors.ts'
import type { ClientValues } from '#web/features/clients/mutations.ts'

/** A form's values; unknown ones are empty. */
export type ClientFormValues = Required<Omit<ClientValues, 'commission_amount'>> & {
  commission_amount: string
}

/** The fields that can have an error, in visual order. */
export const clientFields = [
  'name',
  'company',
  'email',
  'phone',
  'currency',
  'commission_amount',
  'notes',
] as const

export function clientValues(client: WireClient | undefined): ClientFormValues {
  return {
    name: client?.name ?? '',
    company: client?.company ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    // Not shown, because nothing is written in another language; an edit keeps it. The server sends known ones only.
    language: (client?.language ?? '') as ClientFormValues['language'],
    currency: client?.currency ?? '',
    commission_method: client?.commission_method ?? 'percentage',
    commission_amount: client?.commission_amount ?? '',
    notes: client?.notes ?? '',
  }
}

/** First error per field, from the contract's schema. */
export function validateClient(values: ClientFormValues): Partial<Record<string, string>> {
  return asSentences(
    fieldErrors(clientBody, { ...values, commission_amount: values.commission_amount.trim() }),
  )
}
