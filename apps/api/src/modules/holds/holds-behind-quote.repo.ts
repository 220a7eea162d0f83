import { sql } from 'kysely'
import { holdIsCurrent } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

/** The team's current holds among these or placed for the quote, with their quantities. */
export async function readHoldsBehindQuote(
  db: DbOrTx,
  { teamId, quoteRef, holdIds }: { teamId: string; quoteRef: string; holdIds: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; quantity: number }>`
    select id, quantity from holds
    where team_id = ${teamId} and ${holdIsCurrent('holds')} and (quote_ref = ${quoteRef} or id = any(${holdIds}))
    order by id`.execute(db)
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}
