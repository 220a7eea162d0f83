import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

interface Attempt {
  username: string
  address: string
}

export interface LoginLimits {
  /** Failures older than this no longer count. */
  minutes: number
  perNameAndAddress: number
  perAddress: number
  /** Does not hold at an address from which the account was used before. */
  perName: number
}

/** How long the name may not be tried from the address; undefined where it may. */
export async function readLoginWait(
  db: Reader,
  attempt: Attempt,
  limits: LoginLimits,
): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`
    select login_wait_seconds(${argumentsOf(attempt, limits)}) as wait`.execute(db)
  return rows[0]?.wait ?? undefined
}

/**
 * Counts as a failure until {@link forgetLoginAttempt} or a good login says otherwise; answers its id, or
 * how many seconds to wait.
 */
export async function beginLoginAttempt(
  db: Reader,
  attempt: Attempt,
  limits: LoginLimits,
): Promise<{ id: number } | { waitSeconds: number }> {
  const { rows } = await sql<{ id: number | null; waitSeconds: number | null }>`
    select attempt_id as id, wait_seconds as "waitSeconds"
    from begin_login_attempt(${argumentsOf(attempt, limits)})`.execute(db)
  const { id = null, waitSeconds = null } = rows[0] ?? {}
  return id === null ? { waitSeconds: waitSeconds ?? 0 } : { id }
}

function argumentsOf({ username, address }: Attempt, limits: LoginLimits) {
  return sql.join([
    username.toLowerCase(),
    address,
    limits.minutes,
    limits.perNameAndAddress,
    limits.perAddress,
    limits.perName,
  ])
}

export async function forgetLoginAttempt(db: Reader, id: number): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** What was failed on the account's name, from anywhere: guesses at a password that it no longer has. */
export async function forgetLoginFailuresOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    delete from login_failures
    where username_key = (select lower(username) from accounts where id = ${accountId})`.execute(tx)
}

/** Forgets failed logins that no window counts any more; answers how many. */
export async function forgetOldLoginFailures(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
