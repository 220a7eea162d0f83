import {
  detailProblem,
  requiredFields,
  type AttendeeRequirements,
} from '@terrace/domain/people/attendee-details'
import type { Db } from '#api/db/client.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { readDraft } from './checkout-drafts.repo.ts'

interface HeldListing {
  listingId: string
  quantity: number
  requirements: AttendeeRequirements
}

/** How many attendees of each held listing lack required details in the team's checkout form. `today` is YYYY-MM-DD. */
export async function countMissingAttendees(
  { db, fieldCipher }: { db: Db; fieldCipher: FieldCipher },
  teamId: string,
  held: readonly HeldListing[],
  today: string,
): Promise<Map<string, number>> {
  if (held.length === 0) return new Map()
  const { listings } = await readDraft(db, fieldCipher, teamId)
  const drafts = new Map(listings.map(({ listingId, attendees }) => [listingId, attendees]))
  return new Map(
    [...Map.groupBy(held, ({ listingId }) => listingId)].map(([listingId, lines]) => {
      const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
      const fields = lines.flatMap(({ requirements }) => requiredFields(requirements))
      const complete = (drafts.get(listingId) ?? [])
        .slice(0, tickets)
        .filter((details) => fields.every((field) => detailProblem(details, field, today) === null))
      return [listingId, tickets - complete.length]
    }),
  )
}
