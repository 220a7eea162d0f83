import { money, type Money } from '@terrace/domain/money'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Dispute } from './card-vault.port.ts'

/** A dispute as it is kept with its purchase. */
export interface KeptDispute {
  disputeId: string
  amount: Money
  /** In the provider's word, such as `fraudulent`. */
  reason: string
  state: Dispute['status']
  /** Until when the provider takes an answer; null where it waits for none. */
  respondBy: Date | null
  /** What the provider has withdrawn for it and not given back. */
  withheld: Money
  toldAt: Date
}

/** A dispute as it was kept before the word that is told now. */
export interface KnownDispute extends Pick<KeptDispute, 'amount' | 'state' | 'respondBy' | 'withheld'> {
  isNew: boolean
  /** How often the provider had moved money for it. */
  moves: number
}

/** The dispute as it was kept before, and nobody else changes it until the transaction ends; a new one has moved nothing yet. */
export async function lockDispute(
  tx: Tx,
  { gateway, attemptId }: { gateway: string; attemptId: string },
  { disputeId, amount, reason }: Dispute,
): Promise<KnownDispute> {
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
      'moves',
    ])
    .executeTakeFirstOrThrow()
  return {
    isNew: row.isNew,
    amount: money(row.amount_minor, row.currency),
    state: row.state,
    respondBy: row.respond_by,
    withheld: money(row.withheld_minor, row.currency),
    moves: row.moves,
  }
}

/** Keeps how a dispute stands; its row is locked. */
export async function writeDispute(
  tx: Tx,
  gateway: string,
  dispute: Pick<KeptDispute, 'disputeId' | 'amount' | 'state' | 'respondBy' | 'withheld'> & { moves: number },
): Promise<void> {
  await tx
    .updateTable('payment_disputes')
    .set({
      amount_minor: dispute.amount.minor,
      state: dispute.state,
      respond_by: dispute.respondBy,
      withheld_minor: dispute.withheld.minor,
      moves: dispute.moves,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('gateway', '=', gateway)
    .where('dispute_id', '=', dispute.disputeId)
    .execute()
}

/** What the bank of a purchase's buyer disputes, the oldest first. */
export async function readDisputes(db: Reader, attemptId: string): Promise<KeptDispute[]> {
  const rows = await db
    .selectFrom('payment_disputes')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('told_at')
    .execute()
  return rows.map((row) => ({
    disputeId: row.dispute_id,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    state: row.state,
    respondBy: row.respond_by,
    withheld: money(row.withheld_minor, row.currency),
    toldAt: row.told_at,
  }))
}
