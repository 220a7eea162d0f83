import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Ids } from '#api/shared/ids.ts'
import { assertOwner } from '../assert-owner.ts'
import { findInvitation, renewInvitation } from './invitations.repo.ts'
import { requestInvitationEmail } from './request-invitation-email.ts'
import type { Invitation } from '../team.ts'
import { teamErrors } from '../teams.errors.ts'

/** Sends a new link and restarts the invitation's validity. */
export async function resendInvitation(
  { db, ids }: { db: Db; ids: Ids },
  by: AuthenticatedAccount,
  { invitationId, actor }: { invitationId: string; actor: Actor },
): Promise<Invitation> {
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if (!(await findInvitation(tx, by.teamId, invitationId)))
      throw teamErrors.make('team.invitation_not_found')
    await requestInvitationEmail({ tx, ids }, { invitationId, teamId: by.teamId })
    await renewInvitation(tx, invitationId)
    await recordChanges(tx, actor, {
      kind: 'team.invitation_resent',
      details: { invitation_id: invitationId },
    })
    const invitation = await findInvitation(tx, by.teamId, invitationId)
    // Accepted concurrently.
    if (!invitation) throw teamErrors.make('team.invitation_not_found')
    return invitation
  })
}
