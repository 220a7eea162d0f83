import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { assertMayRemove } from '../teams/index.ts'
import { closeAccount } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Takes somebody out of the caller's team: the account is closed and its sessions end, which are answered. What they held
 * and bought is the team's and stays; their address and user name are free for a new account.
 */
export async function removeMember(
  { db }: { db: Db },
  by: SignedIn,
  { memberId, caller }: { memberId: string; caller: Caller },
): Promise<string[]> {
  const { teamId, accountId, sessionId } = by
  return inTransaction(db, async (tx) => {
    await assertMayRemove(tx, by, memberId)
    await closeAccount(tx, memberId)
    await recordSecurityEvents(tx, {
      kind: 'team.member_removed',
      caller,
      actorId: accountId,
      accountId: memberId,
      teamId,
      sessionId,
      facts: {},
    })
    return endSessions(tx, memberId, { reason: 'removed_from_team', caller, actorId: accountId })
  })
}
