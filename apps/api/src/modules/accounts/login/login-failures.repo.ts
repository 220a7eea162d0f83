import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

interface LoginAttempt {
  username: string
  ipAddress: string
}

export interface LoginLimits {
  /** Window in which failures count. */
  minutes: number
  perNameAndIpAddress: number
  perIpAddress: number
  /** Not applied to IP addresses from which the account has been used before. */
  perName: number
}

/** Seconds until the next attempt is allowed; `undefined` if it is allowed now. */
export async function readLoginWait(
  db: DbOrTx,
  attempt: LoginAttempt,
  limits: LoginLimits,
): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`
    select login_wait_seconds(${argumentsOf(attempt, limits)}) as wait`.execute(db)
  return rows[0]?.wait ?? undefined
}

/**
 * Records the attempt as a failure until {@link deleteLoginAttempt} or a successful login removes it. Returns its id,
 * or the seconds to wait.
 */
export async function insertLoginAttempt(
  db: DbOrTx,
  attempt: LoginAttempt,
  limits: LoginLimits,
): Promise<{ id: number } | { waitSeconds: number }> {
  const { rows } = await sql<{ id: number | null; waitSeconds: number | null }>`
    select attempt_id as id, wait_seconds as "waitSeconds"
    from start_login_attempt(${argumentsOf(attempt, limits)})`.execute(db)
  const { id = null, waitSeconds = null } = rows[0] ?? {}
  return id === null ? { waitSeconds: waitSeconds ?? 0 } : { id }
}

function argumentsOf({ username, ipAddress }: LoginAttempt, limits: LoginLimits) {
  return sql.join([
    username.toLowerCase(),
    ipAddress,
    limits.minutes,
    limits.perNameAndIpAddress,
    limits.perIpAddress,
    limits.perName,
  ])
}

export async function deleteLoginAttempt(db: DbOrTx, id: number): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Deletes the failures that a successful login explains. */
export async function deleteLoginFailuresFrom(tx: Tx, { username, ipAddress }: LoginAttempt): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where('username_key', '=', username.toLowerCase())
    .where('ip_address', '=', ipAddress)
    .execute()
}

/** Deletes the username's failures from all IP addresses: after a reset they are guesses at an old password. */
export async function deleteLoginFailures(tx: Tx, accountId: string): Promise<void> {
  await sql`
    delete from login_failures
    where username_key = (select lower(username) from accounts where id = ${accountId})`.execute(tx)
}

export async function purgeOldLoginFailures(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
