import type { AttendeeNeeds } from '@terrace/domain/attendee-details'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/**
 * What these listings ask of who attends; only those that the team holds, or has held and not bought since. A purchase that is
 * under way is waited for, or waits.
 */
export async function readNeedsOfHeld(
  tx: Tx,
  teamId: string,
  listingIds: readonly string[],
): Promise<Map<string, AttendeeNeeds>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<AttendeeNeeds & { id: string }>`
    with mine as (
      select h.listing_id, h.state, h.created_at,
        h.state = 'paying' or (h.state = 'active' and h.reserved_until > clock_timestamp()) as is_open
      from holds h where h.team_id = ${teamId} and h.listing_id = any(${listingIds})
      order by h.id for share
    )
    select l.id, l.attendee_delivery_details_required as delivery,
      l.attendee_identification_details_required as identification
    from listings l
    where l.id = any(${listingIds}) and (
      select m.state from mine m where m.listing_id = l.id order by m.is_open desc, m.created_at desc limit 1
    ) <> 'sold'`.execute(tx)
  return new Map(rows.map(({ id, ...needs }) => [id, needs]))
}
