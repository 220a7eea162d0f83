import type { WireAttendee } from '@terrace/contracts/attendees'
import type { WireHold } from '@terrace/contracts/holds'
import {
  attendeesProblems,
  detailOf,
  fieldsNeeded,
  type AttendeeField,
  type AttendeeNeeds,
} from '@terrace/domain/attendee-details'

/** By listing, in the order of its tickets: with more holds than one on it they go on from one to the next. */
export type AttendeesByListing = Readonly<Record<string, readonly WireAttendee[]>>

/** The tickets of one hold that ask who goes in. */
export interface AttendeeLine {
  hold: WireHold
  fields: readonly AttendeeField[]
  /** Where its tickets begin among those of the listing. */
  from: number
}

function needsOf({ listing }: WireHold): AttendeeNeeds {
  return {
    delivery: listing.attendee_delivery_details_required,
    identification: listing.attendee_identification_details_required,
  }
}

/**
 * The holds that ask who goes in, each with what it asks. Tickets are counted through all that the team holds: those of a
 * listing keep their people where only one of its holds is shown.
 */
export function attendeeLines(
  holds: readonly WireHold[],
  allHeld: readonly WireHold[] = holds,
): AttendeeLine[] {
  const counted = new Map<string, number>()
  const begins = new Map<string, number>()
  for (const { hold_id, listing_id, quantity } of allHeld) {
    const from = counted.get(listing_id) ?? 0
    begins.set(hold_id, from)
    counted.set(listing_id, from + quantity)
  }
  return holds.flatMap((hold) => {
    const fields = fieldsNeeded(needsOf(hold))
    // What is being bought just now may be held no longer.
    return fields.length === 0 ? [] : [{ hold, fields, from: begins.get(hold.hold_id) ?? 0 }]
  })
}

/** One entry for each ticket of the line, with nothing that it does not ask for. */
export function attendeesOf(line: AttendeeLine, known: AttendeesByListing): WireAttendee[] {
  const { hold, fields, from } = line
  return Array.from({ length: hold.quantity }, (_, ticket) => {
    const details = known[hold.listing_id]?.[from + ticket] ?? {}
    return fields.reduce<WireAttendee>(
      (kept, field) =>
        detailOf(details, field) === '' ? kept : withDetail(kept, field, detailOf(details, field)),
      {},
    )
  })
}

/** As it was typed: a blank at the end is the beginning of the next word. */
export function rawDetail(details: WireAttendee, field: AttendeeField): string {
  const { address, ...named } = details
  const parts: Readonly<Record<string, string | undefined>> = { ...address, ...named }
  return parts[field.replace('address.', '')] ?? ''
}

/** The same details with one of them changed. */
export function withDetail(details: WireAttendee, field: AttendeeField, text: string): WireAttendee {
  if (!field.startsWith('address.')) return { ...details, [field]: text }
  return { ...details, address: { ...details.address, [field.slice('address.'.length)]: text } }
}

/** The same attendees with one ticket's changed; those before it that nobody has filled in yet are empty. */
export function withTicket(
  attendees: readonly WireAttendee[] = [],
  at: number,
  details: WireAttendee,
): WireAttendee[] {
  const length = Math.max(attendees.length, at + 1)
  return Array.from({ length }, (_, index) => (index === at ? details : (attendees[index] ?? {})))
}

/** What differs from person to person, and so is never copied from one to the next. */
const personal: ReadonlySet<AttendeeField> = new Set(['first_name', 'date_of_birth', 'document_number'])

/** Fills what is still empty from another ticket; of the same person, in another line, all of it. */
export function copied(
  to: WireAttendee,
  from: WireAttendee,
  { fields, isSamePerson }: { fields: readonly AttendeeField[]; isSamePerson: boolean },
): WireAttendee {
  return fields
    .filter((field) => isSamePerson || !personal.has(field))
    .filter((field) => detailOf(to, field) === '' && detailOf(from, field) !== '')
    .reduce((filled, field) => withDetail(filled, field, detailOf(from, field)), to)
}

/** What is wrong in each line, by the path below its attendees: '0.date_of_birth'. Empty where all is right. */
export function problemsByLine(
  lines: readonly AttendeeLine[],
  known: AttendeesByListing,
  today: string,
): Map<string, Map<string, string>> {
  return new Map(
    lines.flatMap((line) => {
      const { hold } = line
      const judged = { needs: needsOf(hold), quantity: hold.quantity, today }
      const problems = attendeesProblems(attendeesOf(line, known), judged)
      return problems.length === 0
        ? []
        : [[hold.hold_id, new Map(problems.map(({ path, text }) => [path, text]))]]
    }),
  )
}
