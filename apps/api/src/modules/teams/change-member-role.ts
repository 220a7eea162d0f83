import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { assertOwnerRemains } from './assert-owner-remains.ts'
import { assertOwner } from './assert-owner.ts'
import type { TeamRole } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, writeTeamRole } from './teams.repo.ts'

/**
 * Makes somebody of the team an owner, or no longer one; also oneself, while another owner remains. The team's lock lets
 * one change be made after the other, and the database refuses to take the last owner (0037-teams.sql).
 */
export async function changeMemberRole(
  { db }: { db: Db },
  by: SignedIn,
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
    await recordSecurityEvents(tx, {
      kind: 'team.role_changed',
      caller,
      actorId: accountId,
      accountId: memberId,
      teamId,
      sessionId,
      facts: { from: member.teamRole, to: teamRole },
    })
  })
}
