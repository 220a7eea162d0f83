import { findAttendeeProblems } from '@terrace/domain/people/attendee-details'
import { invalidInput } from '#api/shared/app-error.ts'
import type { HoldDetails } from '#api/modules/holds/index.ts'
import type { Purchase } from '../purchase.ts'

/**
 * Checks that each line has exactly the attendee details its listing requires. `today` is YYYY-MM-DD.
 * @throws 422 with each invalid field by its path in the payload.
 */
export function validateAttendees({ lines }: Purchase, holds: readonly HoldDetails[], today: string): void {
  const holdsById = new Map(holds.map((hold) => [hold.id, hold]))
  const fields = new Map<string, string[]>()
  for (const [index, { holdId, quantity, attendees }] of lines.entries()) {
    const hold = holdsById.get(holdId)
    if (!hold) continue
    for (const { path, text } of findAttendeeProblems(attendees, {
      needs: hold.attendeeRequirements,
      quantity,
      today,
    }))
      fields.set(['listings_to_buy', index, 'attendees', ...(path === '' ? [] : [path])].join('.'), [text])
  }
  if (fields.size > 0) throw invalidInput(Object.fromEntries(fields))
}
