import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Ids } from '../../shared/ids.ts'
import { assertOwner } from './assert-owner.ts'
import { findInvitation, renewInvitation } from './invitations.repo.ts'
import { sendLetter } from './send-letter.ts'
import type { Invitation } from './team.ts'
import { teamErrors } from './teams.errors.ts'

/** Sends another letter, with a link of its own; the invitation runs for its full time again. */
export async function resendInvitation(
  { db, ids }: { db: Db; ids: Ids },
  by: SignedIn,
  invitationId: string,
): Promise<Invitation> {
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if (!(await findInvitation(tx, by.teamId, invitationId)))
      throw teamErrors.make('team.invitation_not_found')
    await sendLetter({ tx, ids }, { invitationId, teamId: by.teamId })
    await renewInvitation(tx, invitationId)
    const invitation = await findInvitation(tx, by.teamId, invitationId)
    // Somebody has accepted it meanwhile.
    if (!invitation) throw teamErrors.make('team.invitation_not_found')
    return invitation
  })
}
