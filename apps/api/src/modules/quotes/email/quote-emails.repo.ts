import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Until the end of the transaction, no other one counts or adds emails of the team or to the address. */
export async function lockQuoteEmails(
  tx: Tx,
  { teamId, email }: { teamId: string; email: string },
): Promise<void> {
  // Always in this order, so that two transactions cannot wait for each other.
  await lockUntilEnd(tx, `quote emails of ${teamId}`)
  await lockUntilEnd(tx, `quote emails to ${email.toLowerCase()}`)
}

export async function insertQuoteEmail(
  tx: Tx,
  quoteEmail: { id: string; quoteId: string; sentBy: string; email: string; message: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('quote_emails')
    .values({
      id: quoteEmail.id,
      quote_id: quoteEmail.quoteId,
      sent_by: quoteEmail.sentBy,
      email: quoteEmail.email,
      message: quoteEmail.message,
      requested_at: quoteEmail.at,
    })
    .execute()
}

/** Emails of all teams to an address in the past 24 hours, and the seconds until the oldest drops out. */
export async function countEmailsTo(
  tx: Tx,
  { email, now }: { email: string; now: Date },
): Promise<{ count: number; retryAfterSeconds: number }> {
  const { rows } = await sql<{ count: number; retryAfterSeconds: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(requested_at) + interval '1 day' - ${now}::timestamptz)), 0)::int
        as "retryAfterSeconds"
    from quote_emails
    where lower(email) = lower(${email}) and requested_at > ${now}::timestamptz - interval '1 day'`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, retryAfterSeconds: 0 }
}

/** Emails of the past 24 hours for the quote and for the team, and the seconds until the oldest drops out. */
export async function countQuoteEmails(
  tx: Tx,
  { quoteId, teamId, now }: { quoteId: string; teamId: string; now: Date },
): Promise<{ quoteCount: number; teamCount: number; retryAfterSeconds: number }> {
  const { rows } = await sql<{ quoteCount: number; teamCount: number; retryAfterSeconds: number }>`
    select count(*) filter (where s.quote_id = ${quoteId})::int as "quoteCount", count(*)::int as "teamCount",
      coalesce(ceil(extract(epoch from min(s.requested_at) + interval '1 day' - ${now}::timestamptz)), 0)::int
        as "retryAfterSeconds"
    from quote_emails s join quotes q on q.id = s.quote_id
    where q.team_id = ${teamId} and s.requested_at > ${now}::timestamptz - interval '1 day'`.execute(tx)
  return rows[0] ?? { quoteCount: 0, teamCount: 0, retryAfterSeconds: 0 }
}

/** Returns the address that each of the team's quotes was last sent to, otherwise the one in the client's response. */
export async function readLastAddresses(
  db: DbOrTx,
  { teamId, quoteIds }: { teamId: string; quoteIds: readonly string[] },
): Promise<{ quoteId: string; email: string | null }[]> {
  const { rows } = await sql<{ quoteId: string; email: string | null }>`
    select q.id as "quoteId", coalesce((
        select s.email from quote_emails s where s.quote_id = q.id order by s.requested_at desc, s.id limit 1
      ), q.response_email) as email
    from quotes q where q.id = any(${quoteIds}::text[]) and q.team_id = ${teamId}
    order by q.id`.execute(db)
  return rows
}

export async function findQuoteEmail(
  db: DbOrTx,
  id: string,
): Promise<{ quoteId: string; email: string; message: string } | undefined> {
  return db
    .selectFrom('quote_emails')
    .select(['quote_id as quoteId', 'email', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
}
