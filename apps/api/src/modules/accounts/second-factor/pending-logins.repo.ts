import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

const lifetimeMinutes = 10

interface PendingLogin {
  /** `null`: a login with a passkey alone, which names the account. */
  accountId: string | null
}

/** Returns when it expires; `undefined` if the password has changed since it was verified. */
export async function insertPendingLogin(
  db: DbOrTx,
  { tokenHash, accountId, passwordHash }: { tokenHash: Buffer; accountId: string; passwordHash: string },
): Promise<Date | undefined> {
  // The share lock makes a concurrent reset wait, which then deletes this login.
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into pending_logins (token_hash, account_id, expires_at)
    select ${tokenHash}, id, clock_timestamp() + make_interval(mins => ${lifetimeMinutes})
    from accounts where id = ${accountId} and password_hash = ${passwordHash} for share
    returning expires_at as "expiresAt"`.execute(db)
  return rows[0]?.expiresAt
}

/** For a login that something else than a password began. The caller has locked the account. */
export async function insertHandoverLogin(
  tx: Tx,
  login: { tokenHash: Buffer; accountId: string; replacedSessionId: string | null },
): Promise<Date> {
  const { expires_at: expiresAt } = await tx
    .insertInto('pending_logins')
    .values({
      token_hash: login.tokenHash,
      account_id: login.accountId,
      replaced_session_id: login.replacedSessionId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${lifetimeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expiresAt
}

export async function insertPasskeyLogin(db: DbOrTx, tokenHash: Buffer): Promise<void> {
  await sql`
    insert into pending_logins (token_hash, expires_at)
    values (${tokenHash}, clock_timestamp() + make_interval(mins => ${lifetimeMinutes}))`.execute(db)
}

export async function findPendingLogin(db: DbOrTx, tokenHash: Buffer): Promise<PendingLogin | undefined> {
  const { rows } = await sql<PendingLogin>`
    select account_id as "accountId" from pending_logins
    where token_hash = ${tokenHash} and expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

/** Uses the login up; `undefined` if another request was faster. */
export async function takePendingLogin(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ replacedSessionId: string | null } | undefined> {
  return tx
    .deleteFrom('pending_logins')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning('replaced_session_id as replacedSessionId')
    .executeTakeFirst()
}

/** Ends unfinished logins, whose password or factor no longer counts. */
export async function deletePendingLogins(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('pending_logins').where('account_id', '=', accountId).execute()
}

/** Deletes expired logins and challenges, and setups of authenticator apps that no code confirmed. */
export async function purgeUnfinishedLogins(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with logins as (delete from pending_logins where expires_at < clock_timestamp() returning 1),
      challenges as (delete from passkey_challenges where expires_at < clock_timestamp() returning 1),
      setups as (delete from account_authenticator_apps
        where confirmed_at is null and created_at < clock_timestamp() - interval '1 hour' returning 1)
    select ((select count(*) from logins) + (select count(*) from challenges) + (select count(*) from setups))::int
      as count`.execute(db)
  return rows[0]?.count ?? 0
}
