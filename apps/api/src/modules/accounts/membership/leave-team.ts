import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertCanLeave, teamErrors } from '#api/modules/teams/index.ts'
import { readUndoUntil } from '../email-change/email-changes.repo.ts'
import { endMembership } from './end-membership.ts'

/**
 * Returns the ended sessions. The last owner cannot leave. Nor can anyone whose email address changed lately: an attacker
 * who changed it must not close the account before its owner can undo that.
 */
export async function leaveTeam(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { caller }: { caller: Caller },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertCanLeave(tx, by)
    if (await readUndoUntil(tx, by.accountId)) throw teamErrors.make('team.email_change_open')
    return endMembership(tx, { memberId: by.accountId, by, caller })
  })
}
