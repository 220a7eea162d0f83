import { sql, type Selectable, type SqlBool } from 'kysely'
import type { SandboxDb, SandboxTables, SandboxTx } from '../sandbox-tables.ts'

export interface Dispute {
  id: string
  intentId: string
  /** Minor units. */
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
  createdAt: Date
}

export async function insertDispute(
  tx: SandboxTx,
  { intentId, ...values }: Omit<Dispute, 'createdAt'>,
): Promise<Dispute> {
  const row = await tx
    .insertInto('sandbox.disputes')
    .values({ ...values, intent_id: intentId })
    .returningAll()
    .executeTakeFirstOrThrow()
  return disputeOf(row)
}

export async function findDispute(db: SandboxDb, id: string): Promise<Dispute | undefined> {
  const row = await db.selectFrom('sandbox.disputes').selectAll().where('id', '=', id).executeTakeFirst()
  return row && disputeOf(row)
}

/** Returns disputes created since, newest first, starting after `after`. */
export async function listDisputes(
  db: SandboxDb,
  { createdSince, after, limit }: { createdSince: Date; after: Dispute | undefined; limit: number },
): Promise<Dispute[]> {
  const rows = await db
    .selectFrom('sandbox.disputes')
    .selectAll()
    .where('created_at', '>=', createdSince)
    // Compare with the stored timestamp, which has microseconds.
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(created_at, id) < (select created_at, id from sandbox.disputes where id = ${after?.id})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(disputeOf)
}

/** Closes an open dispute; returns `undefined` if it is not open. */
export async function closeDispute(
  tx: SandboxTx,
  id: string,
  status: 'won' | 'lost',
): Promise<Dispute | undefined> {
  const row = await tx
    .updateTable('sandbox.disputes')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'needs_response')
    .returningAll()
    .executeTakeFirst()
  return row && disputeOf(row)
}

function disputeOf(row: Selectable<SandboxTables['sandbox.disputes']>): Dispute {
  return {
    id: row.id,
    intentId: row.intent_id,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at,
  }
}
