import { z } from 'zod/mini'

const detail = z.optional(z.string().check(z.maxLength(254, 'must be at most 254 characters')))

/**
 * Who goes in on a ticket, as far as it is filled in. Which fields are needed, and what is right in them, is judged against the
 * listing by packages/domain/attendee-details.ts; nothing is accepted that its tickets do not ask for.
 */
export const wireAttendee = z.strictObject({
  first_name: detail,
  last_name: detail,
  date_of_birth: detail,
  nationality: detail,
  document_type: detail,
  document_number: detail,
  email: detail,
  phone: detail,
  address: z.optional(
    z.strictObject({
      line1: detail,
      line2: detail,
      city: detail,
      postcode: detail,
      country_code: detail,
    }),
  ),
})
export type WireAttendee = z.output<typeof wireAttendee>

/** In the order of the tickets. */
export const wireAttendees = z.array(wireAttendee).check(z.maxLength(100, 'must hold at most 100 entries'))
