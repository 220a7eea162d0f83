import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { assertMayLeave } from '../teams/index.ts'
import { endMembership } from './end-membership.ts'

/** Takes the caller out of their own team, unless nobody would own it then. Answers the ended sessions. */
export async function leaveTeam(
  { db }: { db: Db },
  by: SignedIn,
  { caller }: { caller: Caller },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertMayLeave(tx, by)
    return endMembership(tx, { memberId: by.accountId, by, caller })
  })
}
