import type { AttendeeRequirements } from '@terrace/domain/people/attendee-details'
import { sql } from 'kysely'
import { holdIsCurrent } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'

/**
 * Returns the attendee details required by each listing that the team holds or has held, except those whose latest hold
 * was sold. Share locks on the holds serialise this with a running purchase.
 */
export async function readAttendeeRequirements(
  tx: Tx,
  teamId: string,
  listingIds: readonly string[],
): Promise<Map<string, AttendeeRequirements>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<AttendeeRequirements & { id: string }>`
    with mine as (
      select h.listing_id, h.state, h.created_at,
        ${holdIsCurrent('h')} as is_current
      from holds h where h.team_id = ${teamId} and h.listing_id = any(${listingIds})
      order by h.id for share
    )
    select l.id, l.attendee_delivery_details_required as delivery,
      l.attendee_identification_details_required as identification
    from listings l
    where l.id = any(${listingIds}) and (
      select m.state from mine m where m.listing_id = l.id order by m.is_current desc, m.created_at desc limit 1
    ) <> 'sold'`.execute(tx)
  return new Map(rows.map(({ id, ...requirements }) => [id, requirements]))
}
