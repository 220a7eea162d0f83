import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/**
 * Locks the team and the listings of these holds beside others, in the order in which holds are placed: until the transaction
 * ends nobody else takes of them or gives back.
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
