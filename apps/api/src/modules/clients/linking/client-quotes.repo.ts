import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Links quotes that have no client yet, and drops open proposals to add the client of these quotes. */
export async function linkQuotes(
  tx: Tx,
  { clientId, quoteIds }: { clientId: string; quoteIds: readonly string[] },
): Promise<void> {
  if (quoteIds.length === 0) return
  await tx
    .insertInto('client_quotes')
    .values(quoteIds.map((quoteId) => ({ quote_id: quoteId, client_id: clientId })))
    .onConflict((conflict) => conflict.column('quote_id').doNothing())
    .execute()
  await tx
    .deleteFrom('client_proposals')
    .where('quote_id', 'in', quoteIds)
    .where('client_id', 'is', null)
    .where('state', '=', 'open')
    .execute()
}

export async function findClientOfQuote(db: DbOrTx, quoteId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('client_quotes')
    .select('client_id')
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  return row?.client_id
}

export async function readClientsOfQuotes(
  db: DbOrTx,
  quoteIds: readonly string[],
): Promise<{ quoteId: string; clientId: string }[]> {
  return db
    .selectFrom('client_quotes')
    .select(['quote_id as quoteId', 'client_id as clientId'])
    .where('quote_id', 'in', [...quoteIds, ''])
    .execute()
}

export async function readQuoteIds(db: DbOrTx, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('client_quotes')
    .select('quote_id')
    .where('client_id', '=', clientId)
    .execute()
  return rows.map((row) => row.quote_id)
}
