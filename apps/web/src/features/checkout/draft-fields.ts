import type { WireAttendee } from '@terrace/contracts/attendees'
import type { checkoutDraftRoutes, WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import type { BodyInputOf } from '@terrace/contracts/route'
import { attendeeFields, attendeeLabel } from '@terrace/domain/attendee-details'
import { rawDetail, withDetail, withTicket, type AttendeesByListing } from './attendees.ts'

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

export function fieldsOfListing(listingId: string, attendees: readonly WireAttendee[]): DraftFields {
  return new Map(
    attendees.flatMap((details, ticket) =>
      attendeeFields
        .map((field) => [`${listingId}/${ticket}/${field}`, rawDetail(details, field)] as const)
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
  const listings: Record<string, readonly WireAttendee[]> = {}
  for (const [path, text] of fields) {
    const { listing, ticket, field } = readPath(path)
    if (listing === undefined || field === undefined || text === '') continue
    const known = listings[listing] ?? []
    listings[listing] = withTicket(known, ticket, withDetail(known[ticket] ?? {}, field, text))
  }
  return listings
}

/** What the server is asked to keep of them: the fields of these paths, of a listing all that are filled in. */
export function draftBody(paths: Iterable<string>, fields: DraftFields): DraftBody {
  const attendees = attendeesIn(fields)
  const told = new Set(paths)
  const listings = new Set([...told].map((path) => readPath(path).listing).filter((id) => id !== undefined))
  return {
    ...(told.has('email') && { email_address: fields.get('email') ?? '' }),
    ...(told.has('phone') && { contact_number: fields.get('phone') ?? '' }),
    ...(listings.size > 0 && {
      listings: [...listings].map((id) => ({ listing_id: id, attendees: [...(attendees[id] ?? [])] })),
    }),
  }
}

/** The field as the form names it: 'Email address', 'First name of ticket 2'. */
export function pathLabel(path: string): string {
  const { ticket, field } = readPath(path)
  if (field !== undefined) return `${attendeeLabel(field)} of ticket ${ticket + 1}`
  return path === 'email' ? 'Email address' : 'Phone number'
}

function readPath(path: string) {
  const [listing, ticket, name] = path.split('/')
  const field = attendeeFields.find((known) => known === name)
  return field === undefined ? { ticket: 0 } : { listing, ticket: Number(ticket), field }
}
