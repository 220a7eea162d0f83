import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { CountedAttempts } from '#api/shared/growing-wait.ts'

interface PaymentFailureRow {
  attemptId: string
  accountId: string
  /** The provider's fingerprint or token of the card, never its number. */
  card: string
  /** Missing while it is not known where the attempt came from. */
  ipAddress?: string
}

/** Records that a card was declined, once per attempt. */
export async function insertPaymentFailure(db: DbOrTx, failure: PaymentFailureRow): Promise<void> {
  await db
    .insertInto('payment_failures')
    .values({
      attempt_id: failure.attemptId,
      account_id: failure.accountId,
      card_hash: createHash('sha256').update(failure.card).digest('base64url'),
      ip_address: failure.ipAddress ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks account and address until the transaction ends, so that each makes one attempt at a time. */
export async function lockPayer(
  tx: Tx,
  { accountId, ipAddress }: { accountId: string; ipAddress: string },
): Promise<void> {
  for (const name of [`cards of ${accountId}`, `cards from ${ipAddress}`]) await lockUntilEnd(tx, name)
}

/** Deletes the failure of an attempt whose card was accepted after all. */
export async function deletePaymentFailure(db: DbOrTx, attemptId: string): Promise<void> {
  await db.deleteFrom('payment_failures').where('attempt_id', '=', attemptId).execute()
}

/** Adds the address that a declined attempt came from, if it has none yet. */
export async function recordAddressOfDecline(
  db: DbOrTx,
  { attemptId, ipAddress }: { attemptId: string; ipAddress: string },
): Promise<void> {
  await db
    .updateTable('payment_failures')
    .set({ ip_address: ipAddress })
    .where('attempt_id', '=', attemptId)
    .where('ip_address', 'is', null)
    .execute()
}

export interface RecentFailures {
  account: CountedAttempts
  ipAddress: CountedAttempts
  /** Of the cards that the account has tried, the one with most failures, counted over all accounts. */
  card: CountedAttempts
}

/** Declined payments of the past day. */
export async function readRecentFailures(
  db: DbOrTx,
  { accountId, ipAddress }: { accountId: string; ipAddress: string },
): Promise<RecentFailures> {
  const { rows } = await sql<{ by: keyof RecentFailures; count: number; latest: Date | null }>`
    with recent as (
      select * from payment_failures where failed_at > clock_timestamp() - interval '1 day'
    )
    select 'account' as by, count(*)::int as count, max(failed_at) as latest
    from recent where account_id = ${accountId}
    union all
    select 'ipAddress', count(*)::int, max(failed_at) from recent where ip_address = ${ipAddress}
    union all
    (select 'card', count(*)::int as count, max(failed_at)
    from recent where card_hash in (select card_hash from recent where account_id = ${accountId})
    group by card_hash order by count desc limit 1)`.execute(db)
  const none: CountedAttempts = { count: 0, latest: null }
  const of = (by: keyof RecentFailures) => rows.find((row) => row.by === by) ?? none
  return { account: of('account'), ipAddress: of('ipAddress'), card: of('card') }
}

export async function purgeOldPaymentFailures(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
