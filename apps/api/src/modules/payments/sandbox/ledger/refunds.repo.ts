import { sql } from 'kysely'
import type { SandboxDb, SandboxTx } from '../sandbox-tables.ts'

export interface Refund {
  id: string
  intentId: string
  /** Minor units of the payment's currency. */
  amount: number
  /** Lower case, as in Stripe's API. */
  currency: string
  metadata: Record<string, string>
  /** `pending` until the bank responds. A succeeded refund may still be returned. */
  status: 'pending' | 'succeeded' | 'failed'
}

export type NewRefund = Refund & { status: 'pending' | 'succeeded' }

/** Inserts the refund; the database updates the intent and rejects more than was captured. */
export async function insertRefund(
  tx: SandboxTx,
  { id, intentId, amount, metadata, status }: NewRefund,
): Promise<void> {
  const charge = await tx
    .selectFrom('sandbox.charges')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('state', '=', 'captured')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sandbox.refunds')
    .values({
      id,
      intent_id: intentId,
      charge_id: charge.id,
      amount,
      metadata: JSON.stringify(metadata),
      initial_status: status,
    })
    .execute()
}

/** Inserts the bank's outcome; the database updates the intent and rejects a second outcome of the same kind. */
export async function insertRefundOutcome(
  tx: SandboxTx,
  id: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await tx.insertInto('sandbox.refund_outcomes').values({ refund_id: id, outcome }).execute()
}

export async function findRefund(db: SandboxDb | SandboxTx, id: string): Promise<Refund | undefined> {
  return await selectRefunds(db).where('r.id', '=', id).executeTakeFirst()
}

/** Newest first. */
export async function listRefunds(db: SandboxDb, intentId: string): Promise<Refund[]> {
  return await selectRefunds(db)
    .where('r.intent_id', '=', intentId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .execute()
}

function selectRefunds(db: SandboxDb | SandboxTx) {
  return db
    .selectFrom('sandbox.refunds as r')
    .innerJoin('sandbox.intents as i', 'i.id', 'r.intent_id')
    .select([
      'r.id',
      'r.intent_id as intentId',
      'r.amount',
      'i.currency',
      'r.metadata',
      // A failure is final and sorts before a success.
      sql<Refund['status']>`coalesce(
        (select outcome from sandbox.refund_outcomes where refund_id = r.id order by outcome limit 1), r.initial_status)`.as(
        'status',
      ),
    ])
}
