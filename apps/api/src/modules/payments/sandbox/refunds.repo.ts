import { sql } from 'kysely'
import type { SandboxDb, SandboxTx } from './sandbox-tables.ts'

export interface Refund {
  id: string
  intentId: string
  /** Minor units, in the payment's currency. */
  amount: number
  /** Lower case, as Stripe has it. */
  currency: string
  metadata: Record<string, string>
  /** Pending: the bank has not said yet. One that it has taken it may still send back. */
  status: 'pending' | 'succeeded' | 'failed'
}

export type NewRefund = Refund & { status: 'pending' | 'succeeded' }

/** The database books it, and refuses more than was captured. */
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
      begins_as: status,
    })
    .execute()
}

/** What the bank says of it later; the database books it, and refuses a second word of the same kind. */
export async function insertRefundEnd(
  tx: SandboxTx,
  id: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await tx.insertInto('sandbox.refund_ends').values({ refund_id: id, outcome }).execute()
}

export async function findRefund(db: SandboxDb | SandboxTx, id: string): Promise<Refund | undefined> {
  return await selectRefunds(db).where('r.id', '=', id).executeTakeFirst()
}

/** The refunds of a payment, the newest first. */
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
      // A failure is the last word, and sorts before a success.
      sql<Refund['status']>`coalesce(
        (select outcome from sandbox.refund_ends where refund_id = r.id order by outcome limit 1), r.begins_as)`.as(
        'status',
      ),
    ])
}
