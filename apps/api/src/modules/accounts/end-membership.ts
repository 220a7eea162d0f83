import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { closeAccount } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'

interface EndMembership {
  /** Whose place in the team ends. */
  memberId: string
  /** Who ends it: an owner of the same team, or they themselves. */
  by: SignedIn
  caller: Caller
}

/**
 * Closes the account of somebody who is no longer in the team, in the transaction that has judged that they may go: its
 * sessions end, which are answered, and a letter tells them. What they held and bought is the team's and stays; their
 * address and user name are free for a new account.
 */
export async function endMembership(tx: Tx, { memberId, by, caller }: EndMembership): Promise<string[]> {
  const { teamId, accountId: actorId, sessionId } = by
  const isLeaving = memberId === actorId
  const topic = isLeaving ? 'team.member_left' : 'team.member_removed'
  await closeAccount(tx, memberId)
  await recordEvents(tx, [{ topic, subject: memberId, payload: { accountId: memberId } }])
  await recordSecurityEvents(tx, {
    kind: topic,
    caller,
    actorId,
    accountId: memberId,
    teamId,
    sessionId,
    facts: {},
  })
  const reason = isLeaving ? 'left_team' : 'removed_from_team'
  return endSessions(tx, memberId, { reason, caller, actorId })
}
