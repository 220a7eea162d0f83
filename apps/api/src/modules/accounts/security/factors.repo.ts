import { secondFactorMethod, type FactorMethod, type SecondFactorMethod } from '@terrace/contracts/factors'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { deletePendingLogins } from '../second-factor/pending-logins.repo.ts'
import { deleteCodes } from '../second-factor/recovery-codes.repo.ts'

/** How long a proven factor allows changes to security. */
const recentMinutes = 10

/** How the account can prove a second factor; empty if it has none. */
export async function readSecondFactorMethods(db: DbOrTx, accountId: string): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<Record<SecondFactorMethod, boolean>>`
    select exists (select from account_passkeys where account_id = ${accountId}) as passkey,
      exists (select from account_authenticator_apps where account_id = ${accountId} and confirmed_at is not null)
        as totp,
      exists (select from account_recovery_codes where account_id = ${accountId} and used_at is null)
        as recovery_code
    where account_has_second_factor(${accountId})`.execute(db)
  const [found] = rows
  return found ? secondFactorMethod.options.filter((method) => found[method]) : []
}

/** How the account confirms: with its second factor, or with the password if it has none. */
export async function readMethods(db: DbOrTx, accountId: string): Promise<FactorMethod[]> {
  const methods = await readSecondFactorMethods(db, accountId)
  return methods.length > 0 ? methods : ['password']
}

/** Whether the session proved this within the last ten minutes. */
export async function isRecentlyProven(
  db: DbOrTx,
  sessionId: string,
  factor: 'password' | 'second_factor',
): Promise<boolean> {
  const { rows } = await sql<{ isRecent: boolean | null }>`
    select ${sql.ref(`${factor}_proven_at`)} > clock_timestamp() - make_interval(mins => ${recentMinutes})
      as "isRecent"
    from sessions where id = ${sessionId}`.execute(db)
  return rows[0]?.isRecent ?? false
}

/** Notes that the session has just proved this. Returns until when that counts as recent. */
export async function markProven(
  tx: Tx,
  sessionId: string,
  factor: 'password' | 'second_factor',
): Promise<Date> {
  const column = sql.ref(`${factor}_proven_at`)
  const { rows } = await sql<{ until: Date }>`
    update sessions set ${column} = clock_timestamp() where id = ${sessionId}
    returning ${column} + make_interval(mins => ${recentMinutes}) as until`.execute(tx)
  return rows[0]?.until ?? new Date(0)
}

/** Who requires a second factor of the account, and from when. */
export async function readRequirement(
  db: DbOrTx,
  accountId: string,
): Promise<{ by: 'role' | 'team'; from: Date | null } | undefined> {
  const { rows } = await sql<{ isOperator: boolean; from: Date | null }>`
    select a.role = 'operator' as "isOperator", t.second_factor_required_from as "from"
    from accounts a join teams t on t.id = a.team_id where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (row?.isOperator) return { by: 'role', from: null }
  return row?.from ? { by: 'team', from: row.from } : undefined
}

/** Deletes passkeys, authenticator app and what belongs to them. Returns how many. */
export async function deleteSecondFactors(
  tx: Tx,
  accountId: string,
): Promise<{ passkeys: number; apps: number }> {
  const passkeys = await tx
    .deleteFrom('account_passkeys')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const apps = await tx
    .deleteFrom('account_authenticator_apps')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  await forgetSecondFactors(tx, accountId)
  return { passkeys: Number(passkeys.numDeletedRows), apps: Number(apps.numDeletedRows) }
}

/** Deletes passkeys, apps and recovery codes that were added since then, and what the last one leaves behind. */
export async function deleteSecondFactorsSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await sql`delete from account_passkeys where account_id = ${accountId} and created_at >= ${since}`.execute(
    tx,
  )
  await sql`
    delete from account_authenticator_apps
    where account_id = ${accountId} and confirmed_at >= ${since}`.execute(tx)
  await sql`
    delete from account_recovery_codes where account_id = ${accountId} and created_at >= ${since}`.execute(tx)
  if ((await readSecondFactorMethods(tx, accountId)).length === 0) await forgetSecondFactors(tx, accountId)
}

/** Without a second factor, recovery codes and earlier proofs of it mean nothing. */
export async function forgetSecondFactors(tx: Tx, accountId: string): Promise<void> {
  await deleteCodes(tx, accountId)
  await deletePendingLogins(tx, accountId)
  await tx
    .updateTable('sessions')
    .set({ second_factor_proven_at: null })
    .where('account_id', '=', accountId)
    .where('second_factor_proven_at', 'is not', null)
    .execute()
}
