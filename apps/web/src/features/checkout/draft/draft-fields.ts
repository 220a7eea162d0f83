import type { WireAttendee } from '@terrace/contracts/attendees'
import type { checkoutDraftRoutes, WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import type { BodyInputOf } from '@terrace/contracts/route'
import { attendeeFields, attendeeLabel } from '@terrace/domain/people/attendee-details'
import {
  rawDetail,
  withDetail,
  withTickets,
  type AttendeeLine,
  type AttendeesByListing,
} from '#web/features/checkout/form/attendees.ts'

/**
 * The form's values by path: `email`, `phone`, or `lst_1/0/first_name` for the first ticket of a listing. Saving
 * single fields lets two devices edit the same form without overwriting each other.
 */
export type DraftFields = ReadonlyMap<string, string>

type DraftBody = BodyInputOf<typeof checkoutDraftRoutes.save>

export function fieldsOfDraft(draft: WireCheckoutDraft | undefined): DraftFields {
  const { email_address: email, contact_number: phone, listings = [] } = draft ?? {}
  return new Map([
    ...(email === undefined ? [] : [['email', email] as const]),
    ...(phone === undefined ? [] : [['phone', phone] as const]),
    ...listings.flatMap(({ listing_id: id, attendees }) => [...fieldsOfListing(id, attendees)]),
  ])
}

/** Path of a contact field by its wire name; `undefined` for other fields. */
export function contactPathOf(name: string): string | undefined {
  return { email_address: 'email', contact_number: 'phone' }[name]
}

/** Path of an attendee field. Tickets are numbered per listing, across its holds. */
export function fieldPath(listingId: string, ticket: number, field: string): string {
  return `${listingId}/${ticket}/${field}`
}

/** Converts a path that counts tickets per hold to one that counts them per listing. */
export function pathInListing(path: string, lines: readonly AttendeeLine[]): string {
  const { listing: holdId, ticket, field } = parsePath(path)
  const line = lines.find(({ hold }) => hold.hold_id === holdId)
  return line && field ? fieldPath(line.hold.listing_id, line.from + ticket, field) : path
}

export function fieldsOfListing(listingId: string, attendees: readonly WireAttendee[]): DraftFields {
  return new Map(
    attendees.flatMap((details, ticket) =>
      attendeeFields
        .map((field) => [fieldPath(listingId, ticket, field), rawDetail(details, field)] as const)
        .filter(([, text]) => text !== ''),
    ),
  )
}

/** The paths whose values differ. A missing value equals an empty one. */
export function changedPaths(before: DraftFields, after: DraftFields): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => (before.get(path) ?? '') !== (after.get(path) ?? ''))
}

export function attendeesIn(fields: DraftFields): AttendeesByListing {
  return byListing([...fields].filter(([, text]) => text !== ''))
}

function byListing(fields: Iterable<readonly [path: string, text: string]>): AttendeesByListing {
  const listings: Record<string, readonly WireAttendee[]> = {}
  for (const [path, text] of fields) {
    const { listing, ticket, field } = parsePath(path)
    if (listing === undefined || field === undefined) continue
    const known = listings[listing] ?? []
    listings[listing] = withTickets(known, ticket, [withDetail(known[ticket] ?? {}, field, text)])
  }
  return listings
}

/** The request body that saves these fields only. The server deletes fields that are empty. */
export function draftBody(fields: DraftFields): DraftBody {
  const [email, phone] = [fields.get('email'), fields.get('phone')]
  const listings = Object.entries(byListing(fields))
  return {
    ...(email !== undefined && { email_address: email }),
    ...(phone !== undefined && { contact_number: phone }),
    ...(listings.length > 0 && {
      listings: listings.map(([id, attendees]) => ({ listing_id: id, attendees: [...attendees] })),
    }),
  }
}

/** The label of a field: 'Email address', 'First name'. */
export function fieldLabel(path: string): string {
  const { field } = parsePath(path)
  if (field !== undefined) return attendeeLabel(field)
  return path === 'email' ? 'Email address' : 'Phone number'
}

/** The label with its ticket: 'First name of ticket 2'. */
function pathLabel(path: string): string {
  const { ticket, field } = parsePath(path)
  return field === undefined ? fieldLabel(path) : `${fieldLabel(path)} of ticket ${ticket + 1}`
}

/** The listing of an attendee field; `undefined` for a contact field. */
export function listingOf(path: string): string | undefined {
  return parsePath(path).listing
}

/** Further fields are only counted. */
const maxNamedFields = 3

/** 'Email address, First name of ticket 1'. */
export function pathNames(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamedFields).map(pathLabel).join(', ')
  return paths.length > maxNamedFields ? `${named} and ${paths.length - maxNamedFields} more` : named
}

function parsePath(path: string) {
  const [listing, ticket, name] = path.split('/')
  const field = attendeeFields.find((known) => known === name)
  return field === undefined ? { ticket: 0 } : { listing, ticket: Number(ticket), field }
}
