import type { WireAttendee } from '@terrace/contracts/attendees'
import type { checkoutDraftRoutes, WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import type { BodyInputOf } from '@terrace/contracts/route'
import { attendeeFields, attendeeLabel } from '@terrace/domain/attendee-details'
import { rawDetail, withDetail, withTicket, type AttendeeLine, type AttendeesByListing } from './attendees.ts'

/**
 * What is filled in, field by field, each by its path: 'email', 'phone', 'lst_1/0/first_name' for the first ticket of a
 * listing. So two devices can fill in the same form without one of them putting back what the other has changed.
 */
export type DraftFields = ReadonlyMap<string, string>

type DraftBody = BodyInputOf<typeof checkoutDraftRoutes.keep>

export function fieldsOfDraft(draft: WireCheckoutDraft | undefined): DraftFields {
  const { email_address: email, contact_number: phone, listings = [] } = draft ?? {}
  return new Map([
    ...(email === undefined ? [] : [['email', email] as const]),
    ...(phone === undefined ? [] : [['phone', phone] as const]),
    ...listings.flatMap(({ listing_id: id, attendees }) => [...fieldsOfListing(id, attendees)]),
  ])
}

/** Of a field of the contact, by its name on the wire; undefined for any other. */
export function contactPathOf(name: string): string | undefined {
  return { email_address: 'email', contact_number: 'phone' }[name]
}

/** Of a ticket's field; tickets are counted through the listing. */
export function pathOf(listingId: string, ticket: number, field: string): string {
  return `${listingId}/${ticket}/${field}`
}

/** The same field where tickets are counted through the listing, of a path that counts them through their hold. */
export function pathInListing(path: string, lines: readonly AttendeeLine[]): string {
  const { listing: holdId, ticket, field } = readPath(path)
  const line = lines.find(({ hold }) => hold.hold_id === holdId)
  return line && field ? pathOf(line.hold.listing_id, line.from + ticket, field) : path
}

export function fieldsOfListing(listingId: string, attendees: readonly WireAttendee[]): DraftFields {
  return new Map(
    attendees.flatMap((details, ticket) =>
      attendeeFields
        .map((field) => [pathOf(listingId, ticket, field), rawDetail(details, field)] as const)
        .filter(([, text]) => text !== ''),
    ),
  )
}

/** The paths at which the two differ; nothing and an empty text are the same. */
export function changedPaths(before: DraftFields, after: DraftFields): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => (before.get(path) ?? '') !== (after.get(path) ?? ''))
}

/** Who goes in, by listing. */
export function attendeesIn(fields: DraftFields): AttendeesByListing {
  return byListing([...fields].filter(([, text]) => text !== ''))
}

function byListing(fields: Iterable<readonly [path: string, text: string]>): AttendeesByListing {
  const listings: Record<string, readonly WireAttendee[]> = {}
  for (const [path, text] of fields) {
    const { listing, ticket, field } = readPath(path)
    if (listing === undefined || field === undefined) continue
    const known = listings[listing] ?? []
    listings[listing] = withTicket(known, ticket, withDetail(known[ticket] ?? {}, field, text))
  }
  return listings
}

/** What the server is asked to keep: these fields and no others; it forgets those that are empty. */
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

/** What is written at the field: 'Email address', 'First name'. */
export function fieldLabel(path: string): string {
  const { field } = readPath(path)
  if (field !== undefined) return attendeeLabel(field)
  return path === 'email' ? 'Email address' : 'Phone number'
}

/** The field as the form names it: 'Email address', 'First name of ticket 2'. */
function pathLabel(path: string): string {
  const { ticket, field } = readPath(path)
  return field === undefined ? fieldLabel(path) : `${fieldLabel(path)} of ticket ${ticket + 1}`
}

/** Undefined for the contact's. */
export function listingOf(path: string): string | undefined {
  return readPath(path).listing
}

/** As many fields are named; of more, how many they are. */
const mostNamed = 3

/** 'Email address, First name of ticket 1'. */
export function pathNames(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map(pathLabel).join(', ')
  return paths.length > mostNamed ? `${named} and ${paths.length - mostNamed} more` : named
}

function readPath(path: string) {
  const [listing, ticket, name] = path.split('/')
  const field = attendeeFields.find((known) => known === name)
  return field === undefined ? { ticket: 0 } : { listing, ticket: Number(ticket), field }
}
