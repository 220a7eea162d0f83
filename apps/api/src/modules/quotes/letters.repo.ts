import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

export async function insertLetter(
  tx: Tx,
  letter: { id: string; quoteId: string; sentBy: string; email: string; message: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('quote_letters')
    .values({
      id: letter.id,
      quote_id: letter.quoteId,
      sent_by: letter.sentBy,
      email: letter.email,
      message: letter.message,
      requested_at: letter.at,
    })
    .execute()
}

/** How many letters left in the day before now, and in how many seconds the first of them is a day old. */
export async function countLetters(
  tx: Tx,
  { quoteId, teamId, now }: { quoteId: string; teamId: string; now: Date },
): Promise<{ ofQuote: number; ofTeam: number; endsInSeconds: number }> {
  const { rows } = await sql<{ ofQuote: number; ofTeam: number; endsInSeconds: number }>`
    select count(*) filter (where l.quote_id = ${quoteId})::int as "ofQuote", count(*)::int as "ofTeam",
      coalesce(ceil(extract(epoch from min(l.requested_at) + interval '1 day' - ${now}::timestamptz)), 0)::int
        as "endsInSeconds"
    from quote_letters l join quotes q on q.id = l.quote_id
    where q.team_id = ${teamId} and l.requested_at > ${now}::timestamptz - interval '1 day'`.execute(tx)
  return rows[0] ?? { ofQuote: 0, ofTeam: 0, endsInSeconds: 0 }
}

export async function findLetter(
  db: Reader,
  id: string,
): Promise<{ quoteId: string; email: string; message: string } | undefined> {
  return db
    .selectFrom('quote_letters')
    .select(['quote_id as quoteId', 'email', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
}
