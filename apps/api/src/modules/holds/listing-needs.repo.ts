import type { AttendeeNeeds } from '@terrace/domain/attendee-details'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** What these listings ask of who attends; only those that the team holds, or has ever held. */
export async function readNeedsOfHeld(
  db: Reader,
  teamId: string,
  listingIds: readonly string[],
): Promise<Map<string, AttendeeNeeds>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<AttendeeNeeds & { id: string }>`
    select l.id, l.attendee_delivery_details_required as delivery,
      l.attendee_identification_details_required as identification
    from listings l
    where l.id = any(${listingIds}) and exists (select from holds h where h.listing_id = l.id and h.team_id = ${teamId})`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...needs }) => [id, needs]))
}
