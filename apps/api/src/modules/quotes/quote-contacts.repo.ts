import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Names and addresses on a quote, for the client book. */
export interface QuoteContact {
  quoteId: string
  teamId: string
  /** Typed by the broker. */
  clientName: string | null
  /** The address that the quote was last sent to. */
  sentTo: string | null
  /** Typed by a visitor of the quote page. */
  responseName: string | null
  responseEmail: string | null
}

export async function readQuoteContacts(db: DbOrTx, quoteIds: readonly string[]): Promise<QuoteContact[]> {
  const { rows } = await sql<QuoteContact>`
    select q.id as "quoteId", q.team_id as "teamId", q.client_name as "clientName", q.response_name as "responseName",
      q.response_email as "responseEmail",
      (select s.email from quote_emails s where s.quote_id = q.id order by s.requested_at desc, s.id limit 1) as "sentTo"
    from quotes q where q.id = any(${quoteIds}) order by q.id`.execute(db)
  return rows
}

/** The team's quotes for one of these names, or sent to this address, ignoring case. */
export async function findQuotesFor(
  db: DbOrTx,
  { teamId, names, email }: { teamId: string; names: readonly string[]; email: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id from quotes q
    where q.team_id = ${teamId} and (lower(q.client_name) = any(${names.map((name) => name.toLowerCase())}::text[])
      or exists (select from quote_emails s where s.quote_id = q.id and lower(s.email) = ${email.toLowerCase()}))
    order by q.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function readQuoteTitles(
  db: DbOrTx,
  quoteIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (quoteIds.length === 0) return new Map()
  const rows = await db.selectFrom('quotes').select(['id', 'title']).where('id', 'in', quoteIds).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
