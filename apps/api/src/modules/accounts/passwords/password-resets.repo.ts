import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface PasswordReset {
  id: string
  email: string
  resetLink: string
}

/** Serialises requests per IP address and per email until the transaction ends. */
export async function lockResetRequests(tx: Tx, { email, ipAddress }: { email: string; ipAddress: string }) {
  await lockUntilEnd(tx, `password-reset/ip-address/${ipAddress}`)
  await lockUntilEnd(tx, `password-reset/email/${email}`)
}

interface ResetRequestCounts {
  /** In the last 15 minutes. */
  forEmailAndIpAddress: number
  fromIpAddress: number
  /** In the last hour, from any IP address. */
  forEmail: number
  /** Until the oldest request from this IP address stops counting. */
  endsInSeconds: number
}

export async function countResetRequests(
  tx: Tx,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<ResetRequestCounts> {
  const { rows } = await sql<ResetRequestCounts>`
    with counted as (
      select email_key = ${email} as same_email, ip_address = ${ipAddress} as same_ip_address, requested_at,
        requested_at > clock_timestamp() - interval '15 minutes' as recent
      from password_resets
      where requested_at > clock_timestamp() - interval '1 hour' and (email_key = ${email} or ip_address = ${ipAddress})
    )
    select count(*) filter (where same_email and same_ip_address and recent)::int as "forEmailAndIpAddress",
      count(*) filter (where same_ip_address and recent)::int as "fromIpAddress",
      count(*) filter (where same_email)::int as "forEmail",
      coalesce(extract(epoch from min(requested_at) filter (where same_ip_address and recent)
        + interval '15 minutes' - clock_timestamp())::int, 0) as "endsInSeconds"
    from counted`.execute(tx)
  return rows[0] ?? { forEmailAndIpAddress: 0, fromIpAddress: 0, forEmail: 0, endsInSeconds: 0 }
}

export async function insertReset(tx: Tx, reset: PasswordReset & { ipAddress: string }): Promise<void> {
  await tx
    .insertInto('password_resets')
    .values({
      id: reset.id,
      email_key: reset.email,
      ip_address: reset.ipAddress,
      reset_link: reset.resetLink,
    })
    .execute()
}

/** A request from the last hour; older ones are abandoned. */
export async function findReset(db: DbOrTx, id: string): Promise<PasswordReset | undefined> {
  return db
    .selectFrom('password_resets')
    .select(['id', 'email_key as email', 'reset_link as resetLink'])
    .where('id', '=', id)
    .where('requested_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirst()
}

export async function insertResetToken(
  db: DbOrTx,
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

/** The account that a token may reset: unused, not expired, account not suspended. */
export async function findAccountIdByResetToken(db: DbOrTx, hash: Buffer): Promise<string | undefined> {
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

/** Consumes the token and all others of the account. False if a concurrent request was first. */
export async function consumeResetToken(tx: Tx, hash: Buffer, accountId: string): Promise<boolean> {
  const consumed = await tx
    .updateTable('password_reset_tokens')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  if (consumed.numUpdatedRows === 0n) return false
  await consumeResetTokens(tx, accountId)
  return true
}

export async function consumeResetTokens(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('password_reset_tokens')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Failed tokens from this IP address in the last 15 minutes. */
export async function countResetFailures(
  db: DbOrTx,
  ipAddress: string,
): Promise<{ count: number; endsInSeconds: number }> {
  const { rows } = await sql<{ count: number; endsInSeconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from min(failed_at) + interval '15 minutes' - clock_timestamp())::int, 0) as "endsInSeconds"
    from password_reset_failures
    where ip_address = ${ipAddress} and failed_at > clock_timestamp() - interval '15 minutes'`.execute(db)
  return rows[0] ?? { count: 0, endsInSeconds: 0 }
}

export async function recordResetFailure(db: DbOrTx, ipAddress: string): Promise<void> {
  await db.insertInto('password_reset_failures').values({ ip_address: ipAddress }).execute()
}

export async function purgeOldPasswordResets(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with resets as (
      delete from password_resets where requested_at < clock_timestamp() - interval '1 day' returning 1
    ), failures as (
      delete from password_reset_failures where failed_at < clock_timestamp() - interval '1 day' returning 1
    ) select (select count(*) from resets)::int + (select count(*) from failures)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
