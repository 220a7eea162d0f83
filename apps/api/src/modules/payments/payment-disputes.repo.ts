import { money, type Money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Dispute } from './card-vault.port.ts'

export interface StoredDispute {
  disputeId: string
  amount: Money
  /** The gateway's reason, such as `fraudulent`. */
  reason: string
  state: Dispute['status']
  /** Deadline for evidence; `null` if the gateway waits for none. */
  respondBy: Date | null
  /** Withdrawn by the gateway and not returned. */
  withheld: Money
  notifiedAt: Date
}

/** The stored dispute before the current report. */
export interface PreviousDispute extends Pick<StoredDispute, 'amount' | 'state' | 'respondBy' | 'withheld'> {
  isNew: boolean
  /** Number of money movements known so far. */
  movementCount: number
}

/** Inserts or locks the dispute and returns its previous state; a new one has no movements. */
export async function lockDispute(
  tx: Tx,
  { gateway, attemptId }: { gateway: string; attemptId: string },
  { disputeId, amount, reason }: Dispute,
): Promise<PreviousDispute> {
  const row = await tx
    .insertInto('payment_disputes')
    .values({
      gateway,
      dispute_id: disputeId,
      attempt_id: attemptId,
      amount_minor: amount.minor,
      currency: amount.currency,
      reason,
      state: 'open',
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'dispute_id']).doUpdateSet({ reason }))
    .returning([
      sql<boolean>`xmax = 0`.as('isNew'),
      'amount_minor',
      'currency',
      'state',
      'respond_by',
      'withheld_minor',
      'movement_count',
    ])
    .executeTakeFirstOrThrow()
  return {
    isNew: row.isNew,
    amount: money(row.amount_minor, row.currency),
    state: row.state,
    respondBy: row.respond_by,
    withheld: money(row.withheld_minor, row.currency),
    movementCount: row.movement_count,
  }
}

/** Updates a dispute locked with {@link lockDispute}. */
export async function writeDispute(
  tx: Tx,
  gateway: string,
  dispute: Pick<StoredDispute, 'disputeId' | 'amount' | 'state' | 'respondBy' | 'withheld'> & {
    movementCount: number
  },
): Promise<void> {
  await tx
    .updateTable('payment_disputes')
    .set({
      amount_minor: dispute.amount.minor,
      state: dispute.state,
      respond_by: dispute.respondBy,
      withheld_minor: dispute.withheld.minor,
      movement_count: dispute.movementCount,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('gateway', '=', gateway)
    .where('dispute_id', '=', dispute.disputeId)
    .execute()
}

/** Returns the disputes of a purchase, oldest first. */
export async function readDisputes(db: DbOrTx, attemptId: string): Promise<StoredDispute[]> {
  const rows = await db
    .selectFrom('payment_disputes')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('notified_at')
    .execute()
  return rows.map((row) => ({
    disputeId: row.dispute_id,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    state: row.state,
    respondBy: row.respond_by,
    withheld: money(row.withheld_minor, row.currency),
    notifiedAt: row.notified_at,
  }))
}
