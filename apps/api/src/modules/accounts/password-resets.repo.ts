import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

export interface PasswordReset {
  id: string
  email: string
  resetLink: string
}

/** Makes requests of one address, and those for one e-mail, come one after the other until the transaction ends. */
export async function lockResetRequests(tx: Tx, { email, address }: { email: string; address: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password-reset/address/${address}`}, 0))`.execute(
    tx,
  )
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password-reset/email/${email}`}, 0))`.execute(tx)
}

interface Requests {
  /** For this e-mail from this address, and from this address, in the last fifteen minutes. */
  here: number
  fromAddress: number
  /** For this e-mail in the last hour, from anywhere. */
  forEmail: number
  /** Until the oldest from this address no longer counts. */
  endsInSeconds: number
}

export async function countResetRequests(
  tx: Tx,
  { email, address }: { email: string; address: string },
): Promise<Requests> {
  const { rows } = await sql<Requests>`
    with counted as (
      select email_key = ${email} as same_email, address = ${address} as same_address, requested_at,
        requested_at > clock_timestamp() - interval '15 minutes' as recent
      from password_resets
      where requested_at > clock_timestamp() - interval '1 hour' and (email_key = ${email} or address = ${address})
    )
    select count(*) filter (where same_email and same_address and recent)::int as here,
      count(*) filter (where same_address and recent)::int as "fromAddress",
      count(*) filter (where same_email)::int as "forEmail",
      coalesce(extract(epoch from min(requested_at) filter (where same_address and recent)
        + interval '15 minutes' - clock_timestamp())::int, 0) as "endsInSeconds"
    from counted`.execute(tx)
  return rows[0] ?? { here: 0, fromAddress: 0, forEmail: 0, endsInSeconds: 0 }
}

export async function insertReset(tx: Tx, reset: PasswordReset & { address: string }): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({
      id: reset.id,
      email_key: reset.email,
      address: reset.address,
      reset_link: reset.resetLink,
    })
    .execute()
}

/** A request not older than an hour; who asked longer ago has given up. */
export async function findReset(db: Reader, id: string): Promise<PasswordReset | undefined> {
  return db
    .selectFrom('password_resets')
    .select(['id', 'email_key as email', 'reset_link as resetLink'])
    .where('id', '=', id)
    .where('requested_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirst()
}

export async function insertResetToken(
  db: Reader,
  token: { hash: Buffer; resetId: string; accountId: string },
): Promise<void> {
  await db
    .insertInto('password_reset_tokens')
    .values({
      token_hash: token.hash,
      reset_id: token.resetId,
      account_id: token.accountId,
      expires_at: sql<Date>`clock_timestamp() + interval '1 hour'`,
    })
    .execute()
}

/** The account that a token may reset now: not used, not lapsed, account not suspended. */
export async function accountOfResetToken(db: Reader, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.account_id')
    .where('t.token_hash', '=', hash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('a.status', 'in', ['pending', 'active'])
    .executeTakeFirst()
  return row?.account_id
}

/** Uses the token up, and every other one of the account with it. False where somebody was quicker. */
export async function spendResetToken(tx: Tx, hash: Buffer, accountId: string): Promise<boolean> {
  const spent = await tx
    .updateTable('password_reset_tokens')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) return false
  await spendResetTokensOf(tx, accountId)
  return true
}

/** Makes every reset link of the account useless. */
export async function spendResetTokensOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('password_reset_tokens')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Tokens that led nowhere in the last fifteen minutes, from this address. */
export async function countResetFailures(
  db: Reader,
  address: string,
): Promise<{ count: number; endsInSeconds: number }> {
  const { rows } = await sql<{ count: number; endsInSeconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from min(failed_at) + interval '15 minutes' - clock_timestamp())::int, 0) as "endsInSeconds"
    from password_reset_failures
    where address = ${address} and failed_at > clock_timestamp() - interval '15 minutes'`.execute(db)
  return rows[0] ?? { count: 0, endsInSeconds: 0 }
}

export async function recordResetFailure(db: Reader, address: string): Promise<void> {
  await db.insertInto('password_reset_failures').values({ address }).execute()
}

/** Forgets requests, with their tokens, and failures that nothing counts any more. Answers how many. */
export async function forgetOldPasswordResets(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with resets as (
      delete from password_resets where requested_at < clock_timestamp() - interval '1 day' returning 1
    ), failures as (
      delete from password_reset_failures where failed_at < clock_timestamp() - interval '1 day' returning 1
    ) select (select count(*) from resets)::int + (select count(*) from failures)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
