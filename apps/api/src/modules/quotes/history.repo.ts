import { sql } from 'kysely'
import type { QuoteDeed } from '../../db/quote-tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { QuoteEntry } from './quote.ts'

export interface NewEntry {
  quoteId: string
  at: Date
  what: QuoteDeed
  /** Of the team; absent where a visitor, or time, did it. */
  accountId?: string
  /** The name that a visitor gave. */
  who?: string | null
  why?: string | null
  /** What was so at that moment, such as which offers at which price; for whoever looks into a dispute. */
  facts?: Record<string, unknown>
}

/** Adds to what is known to have happened to a quote; nothing of it is ever changed. */
export async function addEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('quote_history')
    .values(
      entries.map(({ quoteId, at, what, accountId, who, why, facts }) => ({
        quote_id: quoteId,
        at,
        what,
        account_id: accountId ?? null,
        who: who ?? null,
        why: why ?? null,
        facts: JSON.stringify(facts ?? {}),
      })),
    )
    .execute()
}

/** The holds that were made when the client said yes, all that there ever were. */
export async function readHoldsOfAnswers(tx: Tx, quoteId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select jsonb_array_elements_text(facts -> 'holds') as id from quote_history
    where quote_id = ${quoteId} and what = 'accepted'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The latest first. */
export async function readHistory(db: Reader, quoteId: string): Promise<QuoteEntry[]> {
  const { rows } = await sql<QuoteEntry>`
    select h.at, h.what, coalesce(h.who, a.first_name || ' ' || a.last_name) as who, h.why
    from quote_history h left join accounts a on a.id = h.account_id
    where h.quote_id = ${quoteId} order by h.id desc`.execute(db)
  return rows
}
