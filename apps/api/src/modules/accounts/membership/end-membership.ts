import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { endInvitationsSentBy } from '#api/modules/teams/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { writeClosed } from '../accounts.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'

interface EndMembership {
  memberId: string
  /** An owner of the same team, or the member. */
  by: AuthenticatedAccount
  caller: Caller
}

/**
 * Closes the member's account in the transaction that checked the permission, and notifies them by email. Holds and
 * orders stay with the team; email and username become available again; invitations that the member sent end.
 * Returns the ended sessions.
 */
export async function endMembership(tx: Tx, { memberId, by, caller }: EndMembership): Promise<string[]> {
  const { teamId, accountId: actorId, sessionId } = by
  const isLeaving = memberId === actorId
  const topic = isLeaving ? 'team.member_left' : 'team.member_removed'
  await writeClosed(tx, memberId)
  const endedInvitations = await endInvitationsSentBy(tx, memberId)
  await recordEvents(tx, [{ topic, subject: memberId, payload: { accountId: memberId } }])
  await recordSecurityEvents(tx, {
    kind: topic,
    caller,
    actorId,
    accountId: memberId,
    teamId,
    sessionId,
    details: { ended_invitations: endedInvitations },
  })
  const reason = isLeaving ? 'left_team' : 'removed_from_team'
  return endSessions(tx, memberId, { reason, caller, actorId })
}
