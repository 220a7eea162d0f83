import { z } from 'zod/mini'
import { visible } from './visible-text.ts'

const detail = z.optional(z.string().check(visible(), z.maxLength(254, 'must be at most 254 characters')))

/**
 * Attendee details of one ticket, possibly incomplete. `@terrace/domain/people/attendee-details` validates them
 * against the listing and rejects fields it does not need.
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

/** One entry per ticket, in ticket order. */
export const wireAttendees = z.array(wireAttendee).check(z.maxLength(100, 'must have at most 100 entries'))
