import { attendeeFields, detailOf, type AttendeeDetails } from '@terrace/domain/attendee-details'
import { invalidInput } from '../../shared/app-error.ts'
import { isTypedCard } from './typed-card.ts'

interface FilledIn {
  email: string | undefined
  phone: string | undefined
  /** What the lines are called on the wire. */
  field: string
  lines: readonly { attendees?: readonly AttendeeDetails[] | undefined }[]
}

/**
 * Throws where a card number was typed into a field that is for something else: none may get into a table, not even sealed. Of a
 * document's number nothing is judged, since those of some countries read as a card's.
 */
export function refuseCardNumbers({ email = '', phone = '', field, lines }: FilledIn): void {
  const typed = [
    ['email_address', email] as const,
    ['contact_number', phone] as const,
    ...lines.flatMap(({ attendees = [] }, line) =>
      attendees.flatMap((details, place) =>
        attendeeFields
          .filter((name) => name !== 'document_number')
          .map((name) => [`${field}.${line}.attendees.${place}.${name}`, detailOf(details, name)] as const),
      ),
    ),
  ]
  // An address of e-mail may be made of any digits.
  const cards = typed.filter(([, text]) => !text.includes('@') && isTypedCard(text))
  if (cards.length > 0)
    throw invalidInput(Object.fromEntries(cards.map(([path]) => [path, [wordsFor(path)]] as const)))
}

const meanings: Readonly<Record<string, string>> = {
  email_address: 'an email address',
  email: 'an email address',
  contact_number: 'a telephone number',
  phone: 'a telephone number',
  first_name: 'a name',
  last_name: 'a name',
}

/** By the field at the end of the path. */
function wordsFor(path: string): string {
  const meant = meanings[path.split('.').at(-1) ?? '']
  return meant === undefined ? 'must never be a card number' : `must be ${meant}, never a card number`
}
