import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { assertMayRemove } from '../teams/index.ts'
import { endMembership } from './end-membership.ts'

/** Takes somebody out of the caller's team, which an owner may do. Answers the ended sessions. */
export async function removeMember(
  { db }: { db: Db },
  by: SignedIn,
  { memberId, caller }: { memberId: string; caller: Caller },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertMayRemove(tx, by, memberId)
    return endMembership(tx, { memberId, by, caller })
  })
}
