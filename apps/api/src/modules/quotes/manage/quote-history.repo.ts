import type { QuoteState } from '@terrace/domain/lifecycles/quote-lifecycle'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { QuoteHistoryEvent, QuoteEntry } from '../quote.ts'

export interface NewEntry {
  quoteId: string
  at: Date
  event: QuoteHistoryEvent
  /** The team member; absent for clients and expiry. */
  accountId?: string
  /** The name that the client entered. */
  actorName?: string | null
  reason?: string | null
  /** State at that time, such as offers and prices, as evidence in a dispute. */
  details?: Record<string, unknown>
}

/** Appends to the quote's history, which is never changed. */
export async function addEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('quote_history')
    .values(
      entries.map(({ quoteId, at, event, accountId, actorName, reason, details }) => ({
        quote_id: quoteId,
        at,
        event,
        account_id: accountId ?? null,
        actor_name: actorName ?? null,
        reason: reason ?? null,
        details: JSON.stringify(details ?? {}),
      })),
    )
    .execute()
}

/** Ids of all holds that were ever placed on acceptance. */
export async function readResponseHoldIds(tx: Tx, quoteId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select jsonb_array_elements_text(details -> 'holds') as id from quote_history
    where quote_id = ${quoteId} and event = 'accepted'`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Withdrawal {
  at: Date
  /** State before the withdrawal. */
  from: QuoteState
  /** Quantities of the holds behind the quote, by id. */
  held: Record<string, number>
  isUndone: boolean
}

/** The latest withdrawal, unless the quote was reopened since. */
export async function readLastWithdrawal(tx: Tx, quoteId: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    select h.at, h.details ->> 'from' as "from", coalesce(h.details -> 'held', '{}') as held,
      exists (
        select from quote_history u where u.quote_id = ${quoteId} and u.event = 'withdrawal_undone' and u.id > h.id
      ) as "isUndone"
    from quote_history h
    where h.quote_id = ${quoteId} and h.event = 'withdrawn' and not exists (
      select from quote_history r where r.quote_id = ${quoteId} and r.event = 'reopened' and r.id > h.id)
    order by h.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Newest first. */
export async function readHistory(db: DbOrTx, quoteId: string): Promise<QuoteEntry[]> {
  const { rows } = await sql<QuoteEntry>`
    select h.at, h.event, coalesce(h.actor_name, a.full_name) as "actorName", h.reason
    from quote_history h left join accounts a on a.id = h.account_id
    where h.quote_id = ${quoteId} order by h.id desc`.execute(db)
  return rows
}
