import { completePermissions, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Ids } from '#api/shared/ids.ts'
import { assertOwner } from '../assert-owner.ts'
import { findInvitation, insertInvitation, isInvited } from './invitations.repo.ts'
import { requestInvitationEmail } from './request-invitation-email.ts'
import type { Invitation, TeamRole } from '../team.ts'
import { teamErrors } from '../teams.errors.ts'
import { countSeats, findTeamIdByEmail } from '../teams.repo.ts'

/** Members plus open invitations. */
const maxTeamSize = 100

export interface InviteMember {
  email: string
  teamRole: TeamRole
  /** What the member may do as a seller. */
  permissions: readonly SellerPermission[]
  /** Checked with `isAllowedPage`. */
  joinLink: string
  caller: Caller
}

/**
 * Invites a person by email. Does not reveal accounts in other teams; only the holder of the emailed link learns
 * about those.
 */
export async function inviteMember(
  { db, ids }: { db: Db; ids: Ids },
  by: AuthenticatedAccount,
  { email, teamRole, permissions, joinLink, caller }: InviteMember,
): Promise<Invitation> {
  const { teamId, accountId, sessionId } = by
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if ((await findTeamIdByEmail(tx, email)) === teamId) throw emailError('team.already_member')
    if (await isInvited(tx, teamId, email)) throw emailError('team.already_invited')
    if ((await countSeats(tx, teamId)) >= maxTeamSize) throw teamErrors.make('team.full')
    const id = ids.next('inv')
    await insertInvitation(tx, {
      id,
      teamId,
      email,
      teamRole,
      accountRole: by.role,
      permissions: completePermissions(permissions),
      invitedBy: accountId,
      joinLink,
    })
    await requestInvitationEmail({ tx, ids }, { invitationId: id, teamId })
    await recordSecurityEvents(tx, {
      kind: 'team.member_invited',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { role: teamRole },
    })
    const invitation = await findInvitation(tx, teamId, id)
    if (!invitation) throw new Error(`invitation ${id} not found after insert`)
    return invitation
  })
}

function emailError(code: 'team.already_member' | 'team.already_invited') {
  return teamErrors.make(code, { details: { fields: { email: [teamErrors.copy[code].title] } } })
}
