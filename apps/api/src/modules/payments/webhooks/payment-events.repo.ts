import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Records the event. Returns false if it was received and processed before. */
export async function recordPaymentEvent(
  db: DbOrTx,
  { gateway, eventId, type }: { gateway: string; eventId: string; type: string },
): Promise<boolean> {
  const { processed_at } = await db
    .insertInto('payment_events')
    .values({ gateway, event_id: eventId, type })
    // The upsert waits for a concurrent first delivery and reads its outcome.
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doUpdateSet({ type }))
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  return processed_at === null
}

export async function markEventProcessed(db: DbOrTx, gateway: string, eventId: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: sql<Date>`clock_timestamp()` })
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .execute()
}

/** Deletes events older than any gateway repeats, and returns how many. */
export async function purgePaymentEvents(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`clock_timestamp() - interval '60 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
