import { sql } from 'kysely'
import { holdEndedUnsold, holdIsCurrent } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { HoldCooldown } from './holds.repo.ts'

/** The team's current holds among these or placed for the quote, with their quantities. */
export async function readHoldsOfQuote(
  db: DbOrTx,
  { teamId, quoteId, holdIds }: { teamId: string; quoteId: string; holdIds: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; quantity: number }>`
    select id, quantity from holds
    where team_id = ${teamId} and ${holdIsCurrent('holds')} and (quote_ref = ${quoteId} or id = any(${holdIds}))
    order by id`.execute(db)
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}

/**
 * Whether one of the listings was held for quotes before: within the window of the cool-down, one hold for this quote ended
 * unsold, or `afterHolds` holds for any of the team's quotes did.
 */
export async function hasRenewedHolds(
  db: DbOrTx,
  {
    teamId,
    quoteId,
    holdIds,
    listingIds,
    cooldown,
  }: {
    teamId: string
    quoteId: string
    holdIds: readonly string[]
    listingIds: readonly string[]
    cooldown: HoldCooldown
  },
): Promise<boolean> {
  const { rows } = await sql`
    select from holds
    where listing_id = any(${listingIds}) and team_id = ${teamId} and ${holdEndedUnsold('holds')}
      and created_at > clock_timestamp() - make_interval(mins => ${cooldown.windowMinutes})
      and (quote_ref is not null or id = any(${holdIds}))
    group by listing_id
    having bool_or(quote_ref = ${quoteId} or id = any(${holdIds})) or count(*) >= ${cooldown.afterHolds}
    limit 1`.execute(db)
  return rows.length > 0
}
