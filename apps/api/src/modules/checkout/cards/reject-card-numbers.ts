import { attendeeFields, detailValue, type AttendeeDetails } from '@terrace/domain/people/attendee-details'
import { invalidInput } from '#api/shared/app-error.ts'
import { looksLikeCardNumber } from './card-number-detector.ts'

interface FreeTextFields {
  email: string | undefined
  phone: string | undefined
  /** Name of the lines in the payload. */
  field: string
  lines: readonly { attendees?: readonly AttendeeDetails[] | undefined }[]
}

/**
 * Throws 422 if a free-text field contains a card number, which must never be stored, not even encrypted. Document
 * numbers are not checked, since some countries' look like card numbers.
 */
export function rejectCardNumbers({ email = '', phone = '', field, lines }: FreeTextFields): void {
  const typedFields = [
    ['email_address', email] as const,
    ['contact_number', phone] as const,
    ...lines.flatMap(({ attendees = [] }, line) =>
      attendees.flatMap((details, position) =>
        attendeeFields
          .filter((name) => name !== 'document_number')
          .map(
            (name) => [`${field}.${line}.attendees.${position}.${name}`, detailValue(details, name)] as const,
          ),
      ),
    ),
  ]
  // Email addresses may contain any digits.
  const cards = typedFields.filter(([, text]) => !text.includes('@') && looksLikeCardNumber(text))
  if (cards.length > 0)
    throw invalidInput(Object.fromEntries(cards.map(([path]) => [path, [messageFor(path)]] as const)))
}

const fieldDescriptions: Readonly<Record<string, string>> = {
  email_address: 'an email address',
  email: 'an email address',
  contact_number: 'a telephone number',
  phone: 'a telephone number',
  first_name: 'a name',
  last_name: 'a name',
}

function messageFor(path: string): string {
  const description = fieldDescriptions[path.split('.').at(-1) ?? '']
  return description === undefined
    ? 'must never be a card number'
    : `must be ${description}, never a card number`
}
