import type { SandboxDb, SandboxTx } from './intents.repo.ts'

export interface Dispute {
  id: string
  intentId: string
  /** Minor units. */
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

export async function insertDispute(tx: SandboxTx, dispute: Dispute): Promise<void> {
  const { intentId, ...values } = dispute
  await tx
    .insertInto('sandbox.disputes')
    .values({ ...values, intent_id: intentId })
    .execute()
}

export async function findDispute(db: SandboxDb, id: string): Promise<Dispute | undefined> {
  const row = await db.selectFrom('sandbox.disputes').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      intentId: row.intent_id,
      amount: row.amount,
      currency: row.currency,
      reason: row.reason,
      status: row.status,
    }
  )
}
