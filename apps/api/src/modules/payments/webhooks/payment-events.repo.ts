import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface ReceivedEvent {
  eventId: string
  type: string
  /** Nothing is left to do for it. */
  isProcessed: boolean
}

/** Records events with distinct ids. Returns the ids of those that were not processed before. */
export async function recordPaymentEvents(
  db: DbOrTx,
  gateway: string,
  events: readonly ReceivedEvent[],
): Promise<ReadonlySet<string>> {
  // The upsert waits for a concurrent first delivery and sees its outcome; sorted, so that two never wait for each other.
  const { rows } = await sql<{ event_id: string }>`
    insert into payment_events (gateway, event_id, type, processed_at)
    select ${gateway}, id, type, case when is_processed then clock_timestamp() end
    from unnest(${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ type }) => type)}::text[],
      ${events.map(({ isProcessed }) => isProcessed)}::boolean[]) as event (id, type, is_processed)
    order by id
    on conflict (gateway, event_id) do update set type = excluded.type, processed_at = excluded.processed_at
      where payment_events.processed_at is null
    returning event_id`.execute(db)
  return new Set(rows.map(({ event_id }) => event_id))
}

export async function markEventProcessed(db: DbOrTx, gateway: string, eventId: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: sql<Date>`clock_timestamp()` })
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .execute()
}
