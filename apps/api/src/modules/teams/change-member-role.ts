import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertOwnerRemains } from './assert-owner-remains.ts'
import { assertOwner } from './assert-owner.ts'
import type { TeamRole } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { endInvitationsSentBy } from './invitations/invitations.repo.ts'
import { findMember, writeTeamRole } from './teams.repo.ts'

/**
 * Grants or removes the owner role. Owners can remove their own role while another owner remains. The team's lock
 * serialises changes, and the database rejects removing the last owner (`assert_team_has_owner`). Invitations that a
 * former owner sent end.
 */
export async function changeMemberRole(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { memberId, teamRole, caller }: { memberId: string; teamRole: TeamRole; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const member = await findMember(tx, teamId, memberId)
    if (!member) throw teamErrors.make('team.member_not_found')
    if (member.teamRole === teamRole) return
    if (teamRole === 'member') await assertOwnerRemains(tx, teamId, member)
    await writeTeamRole(tx, memberId, teamRole)
    const endedInvitations = teamRole === 'member' ? await endInvitationsSentBy(tx, memberId) : 0
    // Owners have all permissions as sellers.
    await recordEvents(tx, [{ topic: 'team.access_changed', subject: teamId, payload: { teamId } }])
    await recordSecurityEvents(tx, {
      kind: 'team.role_changed',
      caller,
      actorId: accountId,
      accountId: memberId,
      teamId,
      sessionId,
      details: { from: member.teamRole, to: teamRole, ended_invitations: endedInvitations },
    })
  })
}
