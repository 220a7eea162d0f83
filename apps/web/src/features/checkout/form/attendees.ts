import type { WireAttendee } from '@terrace/contracts/attendees'
import type { WireHold } from '@terrace/contracts/holds'
import type { SavedPersonDetails } from '@terrace/contracts/saved-people'
import {
  findAttendeeProblems,
  detailValue,
  requiredFields,
  type AttendeeField,
  type AttendeeRequirements,
} from '@terrace/domain/people/attendee-details'

/** Attendees by listing, in ticket order. Tickets are numbered across all holds of a listing. */
export type AttendeesByListing = Readonly<Record<string, readonly WireAttendee[]>>

/** A hold whose tickets require attendee details. */
export interface AttendeeLine {
  hold: WireHold
  fields: readonly AttendeeField[]
  /** Index of its first ticket within the listing. */
  from: number
}

function needsOf({ listing }: WireHold): AttendeeRequirements {
  return {
    delivery: listing.attendee_delivery_details_required,
    identification: listing.attendee_identification_details_required,
  }
}

/**
 * The holds that require attendee details. Tickets are numbered across everything the team holds, so attendees stay
 * with their tickets when only some holds are shown.
 */
export function attendeeLines(
  holds: readonly WireHold[],
  allHeld: readonly WireHold[] = holds,
): AttendeeLine[] {
  const counted = new Map<string, number>()
  const offsets = new Map<string, number>()
  for (const { hold_id, listing_id, quantity } of allHeld) {
    const from = counted.get(listing_id) ?? 0
    offsets.set(hold_id, from)
    counted.set(listing_id, from + quantity)
  }
  return holds.flatMap((hold) => {
    const fields = requiredFields(needsOf(hold))
    // A hold that is being paid for may be missing from `allHeld`.
    return fields.length === 0 ? [] : [{ hold, fields, from: offsets.get(hold.hold_id) ?? 0 }]
  })
}

/** One entry per ticket, with the required details only. */
export function attendeesOf(line: AttendeeLine, attendeesByListing: AttendeesByListing): WireAttendee[] {
  const { hold, fields, from } = line
  return Array.from({ length: hold.quantity }, (_, ticket) => {
    const details = attendeesByListing[hold.listing_id]?.[from + ticket] ?? {}
    return fields.reduce<WireAttendee>(
      (filled, field) =>
        detailValue(details, field) === '' ? filled : withDetail(filled, field, detailValue(details, field)),
      {},
    )
  })
}

/** The value as typed, untrimmed: a trailing space may start the next word. */
export function rawDetail(details: WireAttendee, field: AttendeeField): string {
  const { address, ...named } = details
  const parts: Readonly<Record<string, string | undefined>> = { ...address, ...named }
  return parts[field.replace('address.', '')] ?? ''
}

export function withDetail(details: WireAttendee, field: AttendeeField, text: string): WireAttendee {
  if (!field.startsWith('address.')) return { ...details, [field]: text }
  return { ...details, address: { ...details.address, [field.slice('address.'.length)]: text } }
}

/** Replaces the details of successive tickets and adds empty entries before them where needed. */
export function withTickets(
  attendees: readonly WireAttendee[] = [],
  from: number,
  tickets: readonly WireAttendee[],
): WireAttendee[] {
  const length = Math.max(attendees.length, from + tickets.length)
  return Array.from({ length }, (_, index) => tickets[index - from] ?? attendees[index] ?? {})
}

/** Details that differ from person to person and are never copied. */
const personal: ReadonlySet<AttendeeField> = new Set(['first_name', 'date_of_birth', 'document_number'])

/** Fills empty fields from another ticket. For the same person, copies personal details too. */
export function copyDetails(
  to: WireAttendee,
  from: WireAttendee,
  { fields, isSamePerson }: { fields: readonly AttendeeField[]; isSamePerson: boolean },
): WireAttendee {
  return fields
    .filter((field) => isSamePerson || !personal.has(field))
    .filter((field) => detailValue(to, field) === '' && detailValue(from, field) !== '')
    .reduce((filled, field) => withDetail(filled, field, detailValue(from, field)), to)
}

/** Fills empty fields of all tickets from the first one, except personal details. */
export function copyToAll(
  tickets: readonly WireAttendee[],
  fields: readonly AttendeeField[],
): WireAttendee[] {
  const [first = {}] = tickets
  return tickets.map((details, ticket) =>
    ticket === 0 ? details : copyDetails(details, first, { fields, isSamePerson: false }),
  )
}

/** Fills empty fields of all tickets of the order from its first ticket, except personal details. */
export function copyToOrder(
  lines: readonly AttendeeLine[],
  attendeesByListing: AttendeesByListing,
): ReadonlyMap<string, WireAttendee[]> {
  const [first] = lines
  const source = first && attendeesByListing[first.hold.listing_id]?.[first.from]
  const copied = new Map<string, WireAttendee[]>()
  for (const { hold, fields, from } of lines) {
    const { listing_id: id, quantity } = hold
    const known = copied.get(id) ?? attendeesByListing[id] ?? []
    const tickets = Array.from({ length: quantity }, (_, ticket) => {
      const details = known[from + ticket] ?? {}
      return source === undefined || details === source
        ? details
        : copyDetails(details, source, { fields, isSamePerson: false })
    })
    copied.set(id, withTickets(known, from, tickets))
  }
  return copied
}

/**
 * Problems by hold, then by path below its attendees, such as '0.date_of_birth'. Empty when all details are valid.
 */
export function problemsByLine(
  lines: readonly AttendeeLine[],
  attendeesByListing: AttendeesByListing,
  today: string,
): Map<string, Map<string, string>> {
  return new Map(
    lines.flatMap((line) => {
      const { hold } = line
      const requirements = { needs: needsOf(hold), quantity: hold.quantity, today }
      const problems = findAttendeeProblems(attendeesOf(line, attendeesByListing), requirements)
      return problems.length === 0
        ? []
        : [[hold.hold_id, new Map(problems.map(({ path, text }) => [path, text]))]]
    }),
  )
}

/** Identity documents and birth dates are never saved for reuse. */
const isReusable = (field: AttendeeField): boolean =>
  /^(first_name|last_name|email|phone|address)/.test(field)

/** The ticket's name and contact, for the team's saved people; `null` without a full name. */
export function reusableDetails(
  details: WireAttendee,
  fields: readonly AttendeeField[],
): SavedPersonDetails | null {
  const first_name = detailValue(details, 'first_name')
  const last_name = detailValue(details, 'last_name')
  if (first_name === '' || last_name === '') return null
  return fields
    .filter((field) => isReusable(field) && detailValue(details, field) !== '')
    .reduce<SavedPersonDetails>(
      (person, field) => ({ ...person, ...withDetail(person, field, detailValue(details, field)) }),
      { first_name, last_name },
    )
}

/** Replaces the ticket's name and contact with those of a saved person, limited to required fields. */
export function withPerson(
  details: WireAttendee,
  person: SavedPersonDetails,
  fields: readonly AttendeeField[],
): WireAttendee {
  return fields
    .filter(isReusable)
    .reduce((filled, field) => withDetail(filled, field, detailValue(person, field)), details)
}
