import { money, type Money } from '@terrace/domain/money'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

type DisputeState = 'open' | 'won' | 'lost'

export interface KeptDispute {
  disputeId: string
  amount: Money
  /** In the provider's word, such as `fraudulent`. */
  reason: string
  state: DisputeState
}

/**
 * Keeps a dispute as the provider tells of it. Answers whether it is new, and undefined where nothing is: one that is
 * decided stays so, whatever is told late.
 */
export async function writeDispute(
  tx: Tx,
  { gateway, attemptId }: { gateway: string; attemptId: string },
  { disputeId, amount, reason, status }: Omit<KeptDispute, 'state'> & { status: DisputeState },
): Promise<{ isNew: boolean } | undefined> {
  return tx
    .insertInto('payment_disputes')
    .values({
      gateway,
      dispute_id: disputeId,
      attempt_id: attemptId,
      amount_minor: amount.minor,
      currency: amount.currency,
      reason,
      state: status,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'dispute_id'])
        .doUpdateSet({ state: status, amount_minor: amount.minor, updated_at: sql<Date>`clock_timestamp()` })
        .where('payment_disputes.state', '=', 'open'),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
}

/** What the bank of a purchase's buyer disputes, the oldest first. */
export async function readDisputes(db: Reader, attemptId: string): Promise<KeptDispute[]> {
  const rows = await db
    .selectFrom('payment_disputes')
    .select(['dispute_id', 'amount_minor', 'currency', 'reason', 'state'])
    .where('attempt_id', '=', attemptId)
    .orderBy('told_at')
    .execute()
  return rows.map((row) => ({
    disputeId: row.dispute_id,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    state: row.state,
  }))
}
