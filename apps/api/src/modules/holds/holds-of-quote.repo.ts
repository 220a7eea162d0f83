import { sql } from 'kysely'
import { holdIsCurrent } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

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
