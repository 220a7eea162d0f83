import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { CountedAttempts } from '#api/shared/growing-wait.ts'

/** Failures of the account within a day. */
const recent = (accountId: string) =>
  sql`account_id = ${accountId} and failed_at > clock_timestamp() - interval '1 day'`

/** One attempt of an account at a time, until the transaction ends. */
export async function lockFactorAttempts(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('factor_failures.account'), hashtext(${accountId}))`.execute(tx)
}

/** Failures of the past day that count for this caller, and the database's time, which theirs came from. */
export async function readFactorFailures(
  tx: Tx,
  { accountId, countsFor }: { accountId: string; countsFor: string },
): Promise<CountedAttempts & { now: Date }> {
  const { rows } = await sql<CountedAttempts & { now: Date }>`
    select count(*)::int as count, max(failed_at) as latest, clock_timestamp() as now
    from factor_failures where ${recent(accountId)} and counts_for = ${countsFor}`.execute(tx)
  return rows[0] ?? { count: 0, latest: null, now: new Date() }
}

/** Counts an attempt as a failure; returns its id, for deletion after a success. */
export async function insertFactorFailure(
  tx: Tx,
  { accountId, countsFor }: { accountId: string; countsFor: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('factor_failures')
    .values({ account_id: accountId, counts_for: countsFor })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteFactorFailure(db: DbOrTx, id: number): Promise<void> {
  await db.deleteFrom('factor_failures').where('id', '=', id).execute()
}

/** Whether the owner is to get an email: after so many failures from anywhere, once a day. Marks it as sent. */
export async function reportFactorFailures(
  tx: Tx,
  { accountId, id, after }: { accountId: string; id: number; after: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update factor_failures set is_reported = true
    where id = ${id} and (
      select count(*) >= ${after} and not bool_or(is_reported) from factor_failures where ${recent(accountId)}
    )`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function purgeOldFactorFailures(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('factor_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
