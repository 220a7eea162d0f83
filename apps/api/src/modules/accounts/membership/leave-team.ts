import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertCanLeave } from '#api/modules/teams/index.ts'
import { endMembership } from './end-membership.ts'

/** Returns the ended sessions. The last owner cannot leave. */
export async function leaveTeam(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { caller }: { caller: Caller },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertCanLeave(tx, by)
    return endMembership(tx, { memberId: by.accountId, by, caller })
  })
}
