import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** Notes that an event has come. False: it was told before, and dealt with. */
export async function noteEvent(
  db: Reader,
  { gateway, eventId, type }: { gateway: string; eventId: string; type: string },
): Promise<boolean> {
  const { done_at } = await db
    .insertInto('payment_events')
    .values({ gateway, event_id: eventId, type })
    // A repeat changes nothing, but waits for the first and reads what became of it.
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doUpdateSet({ type }))
    .returning('done_at')
    .executeTakeFirstOrThrow()
  return done_at === null
}

export async function finishEvent(db: Reader, gateway: string, eventId: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ done_at: sql<Date>`clock_timestamp()` })
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .execute()
}

/** No provider tells of anything for longer. Answers how many were forgotten. */
export async function forgetOldEvents(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`clock_timestamp() - interval '60 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
