import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertCanRemove } from '#api/modules/teams/index.ts'
import { endMembership } from './end-membership.ts'

/** Returns the ended sessions. Only an owner may remove members. */
export async function removeMember(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { memberId, caller }: { memberId: string; caller: Caller },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertCanRemove(tx, by, memberId)
    return endMembership(tx, { memberId, by, caller })
  })
}
