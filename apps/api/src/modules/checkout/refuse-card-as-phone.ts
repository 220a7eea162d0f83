import type { AttendeeDetails } from '@terrace/domain/attendee-details'
import { invalidInput } from '../../shared/app-error.ts'
import { isCardAsPhone } from './card-as-phone.ts'

/**
 * Throws where a card number was typed into a field for a telephone number: none may get into a table, not even sealed. `field`:
 * what the lines are called on the wire.
 */
export function refuseCardAsPhone({
  contact = '',
  field,
  lines,
}: {
  contact: string | undefined
  field: string
  lines: readonly { attendees?: readonly AttendeeDetails[] | undefined }[]
}): void {
  const phones = [
    ['contact_number', contact] as const,
    ...lines.flatMap(({ attendees = [] }, line) =>
      attendees.map(({ phone = '' }, place) => [`${field}.${line}.attendees.${place}.phone`, phone] as const),
    ),
  ]
  const cards = phones.filter(([, text]) => isCardAsPhone(text))
  if (cards.length > 0)
    throw invalidInput(
      Object.fromEntries(cards.map(([path]) => [path, ['must be a telephone number, never a card number']])),
    )
}
