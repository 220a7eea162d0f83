import type { AttendeeDetails } from '@terrace/domain/attendee-details'
import { invalidInput } from '../../shared/app-error.ts'
import { holdsCardNumber } from '../payments/index.ts'

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
  const cards = phones.filter(([, text]) => isCardNumber(text))
  if (cards.length > 0)
    throw invalidInput(
      Object.fromEntries(cards.map(([path]) => [path, ['must be a telephone number, never a card number']])),
    )
}

/** No telephone number is so long without its country's plus or zeros; blanks and the like may stand before it. */
function isCardNumber(text: string): boolean {
  return /^[^+\d]*[1-9]/.test(text) && text.replaceAll(/\D/g, '').length >= 13 && holdsCardNumber(text)
}
