import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/**
 * Locks the team, then the listings (given directly and through the holds) by id: the lock order of `place_holds`. No
 * other transaction can take or release their tickets until this one ends.
 */
export async function lockStock(
  tx: Tx,
  {
    teamId,
    holdIds,
    listingIds,
  }: { teamId: string; holdIds: readonly string[]; listingIds: readonly string[] },
): Promise<void> {
  await sql`select from teams where id = ${teamId} for no key update`.execute(tx)
  await sql`
    select from listings l
    where l.id = any(${listingIds}) or l.id in (select h.listing_id from holds h where h.id = any(${holdIds}))
    order by l.id collate "C" for no key update`.execute(tx)
}
