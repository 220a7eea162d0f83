import { sql } from 'kysely'
import { eventIsOnSale, quoteIsActive } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'

/** A quarter of a quote's life, and at most this, passes before the broker is reminded. */
const maxWait = sql`interval '4 hours'`

/**
 * Notes that the team's quotes were sent or shared, and when a reminder is due. Only the first time counts, so each
 * quote has one reminder. Returns the ids of the team's quotes. Locks in id order, so that two calls can't deadlock.
 */
export async function markSent(
  tx: Tx,
  { teamId, quoteIds, now }: { teamId: string; quoteIds: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; isFirst: boolean }>`
    select id, first_sent_at is null as "isFirst" from quotes
    where id = any(${quoteIds}::text[]) and team_id = ${teamId}
    order by id collate "C" for no key update`.execute(tx)
  const first = rows.filter(({ isFirst }) => isFirst).map(({ id }) => id)
  if (first.length > 0) {
    await sql`
      update quotes q set first_sent_at = ${now}, reminder_due_at = case
        when q.view_count = 0 and ${quoteIsActive('q', now)}
        then ${now}::timestamptz + least((q.expires_at - q.created_at) / 4, ${maxWait}) end
      where q.id = any(${first}::text[])`.execute(tx)
  }
  return rows.map(({ id }) => id)
}

/** Limits one run's work. The job runs every minute, and later runs take the rest. */
const maxPerRun = 500

/**
 * Takes due reminders, each once across all processes, and returns those of open quotes without a view. Reminders of
 * withdrawn quotes wait for an undo until the quote expires.
 */
export async function takeDueReminders(tx: Tx, now: Date): Promise<{ quoteId: string; teamId: string }[]> {
  const { rows } = await sql<{ quoteId: string; teamId: string; isUnopened: boolean }>`
    with due as (
      select id from quotes
      where reminder_due_at <= ${now} and (state <> 'withdrawn' or expires_at <= ${now})
      order by reminder_due_at limit ${maxPerRun} for no key update skip locked
    )
    update quotes q set reminder_due_at = null
    from due, events e
    where q.id = due.id and e.id = q.event_id
    returning q.id as "quoteId", q.team_id as "teamId",
      q.view_count = 0 and ${quoteIsActive('q', now)} and ${eventIsOnSale('e', now)} as "isUnopened"`.execute(
    tx,
  )
  return rows.filter(({ isUnopened }) => isUnopened).map(({ quoteId, teamId }) => ({ quoteId, teamId }))
}

/** Drops the reminder of a quote if it is due. The caller holds the quote's lock. */
export async function dropDueReminder(tx: Tx, quoteId: string, now: Date): Promise<void> {
  await sql`
    update quotes set reminder_due_at = null where id = ${quoteId} and reminder_due_at <= ${now}`.execute(tx)
}
