import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findByUsername, lockActiveAccount } from '../accounts.repo.ts'
import { deleteSecondFactors } from '../security/factors.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { recordSecurityChange } from './record-security-change.ts'

/**
 * For an operator whose user lost every factor: removes them, ends all sessions and emails the owner. The password stays.
 * Returns what was removed.
 * @throws `account.no_second_factor`
 */
export async function removeAllSecondFactors(
  { db }: { db: Db },
  { username, caller }: { username: string; caller: Caller },
): Promise<{ passkeys: number; apps: number; sessions: number }> {
  const account = (await findByUsername(db, username))?.account
  return inTransaction(db, async (tx) => {
    if (account) await lockActiveAccount(tx, account.id)
    const { passkeys, apps } = account ? await deleteSecondFactors(tx, account.id) : { passkeys: 0, apps: 0 }
    if (!account || passkeys + apps === 0) {
      throw accountErrors.make('account.no_second_factor', {
        title: `No account with the username ${username} has a second factor`,
      })
    }
    await recordSecurityChange(tx, {
      change: 'second_factors_removed',
      kind: 'factor.all_removed',
      accountId: account.id,
      teamId: account.teamId,
      caller,
      details: { passkeys, authenticator_apps: apps },
    })
    const ended = await endSessions(tx, account.id, { reason: 'second_factors_removed', caller })
    return { passkeys, apps, sessions: ended.length }
  })
}
