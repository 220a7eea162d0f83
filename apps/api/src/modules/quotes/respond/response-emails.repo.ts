import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Responses within this time after an email about a quote's responses are reported together in the next one. */
const minutesBetweenEmails = 10

/** `false` if an email that is planned already will report the response; otherwise when to send one, and since when. */
export type ResponseEmail = 'now' | false | { after: string; since: string }

/**
 * Plans the broker's email about a response: the first one is sent at once, and all others of the next minutes together,
 * because anyone with the link can respond again and again. The caller holds the quote's lock.
 */
export async function planResponseEmail(tx: Tx, quoteId: string, now: Date): Promise<ResponseEmail> {
  const wait = sql`make_interval(mins => ${minutesBetweenEmails})`
  const { rows } = await sql<{ until: Date | null }>`
    with before as (select id, answer_emails_until as until from quotes where id = ${quoteId})
    update quotes set answer_emails_until = case
      when before.until > ${now}::timestamptz + ${wait} then before.until
      when before.until > ${now}::timestamptz then before.until + ${wait}
      else ${now}::timestamptz + ${wait} end
    from before where quotes.id = before.id
    returning before.until`.execute(tx)
  const until = rows[0]?.until ?? null
  if (until === null || until <= now) return 'now'
  const waitMs = minutesBetweenEmails * 60_000
  if (until.getTime() > now.getTime() + waitMs) return false
  return { after: until.toISOString(), since: new Date(until.getTime() - waitMs).toISOString() }
}

/** How often a quote was accepted and declined after a time. */
export async function countResponses(
  db: DbOrTx,
  { quoteId, since }: { quoteId: string; since: Date },
): Promise<{ accepted: number; declined: number }> {
  const { rows } = await sql<{ accepted: number; declined: number }>`
    select count(*) filter (where event = 'accepted')::int as accepted,
      count(*) filter (where event = 'declined')::int as declined
    from quote_history where quote_id = ${quoteId} and at > ${since}`.execute(db)
  return rows[0] ?? { accepted: 0, declined: 0 }
}
