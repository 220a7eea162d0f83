import type { SandboxDb, SandboxTx } from './intents.repo.ts'

export interface Refund {
  id: string
  intentId: string
  /** Minor units, in the payment's currency. */
  amount: number
  /** Lower case, as Stripe has it. */
  currency: string
  metadata: Record<string, string>
}

/** The database books it, and refuses more than was captured. */
export async function insertRefund(
  tx: SandboxTx,
  { id, intentId, amount, metadata }: Omit<Refund, 'currency'>,
): Promise<void> {
  const charge = await tx
    .selectFrom('sandbox.charges')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('state', '=', 'captured')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sandbox.refunds')
    .values({ id, intent_id: intentId, charge_id: charge.id, amount, metadata: JSON.stringify(metadata) })
    .execute()
}

export async function findRefund(db: SandboxDb, id: string): Promise<Refund | undefined> {
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

function selectRefunds(db: SandboxDb) {
  return db
    .selectFrom('sandbox.refunds as r')
    .innerJoin('sandbox.intents as i', 'i.id', 'r.intent_id')
    .select(['r.id', 'r.intent_id as intentId', 'r.amount', 'i.currency', 'r.metadata'])
}
