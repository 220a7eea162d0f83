import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Ids } from '../../shared/ids.ts'
import { assertOwner } from './assert-owner.ts'
import { findInvitation, insertInvitation, isInvited } from './invitations.repo.ts'
import { sendLetter } from './send-letter.ts'
import type { Invitation, TeamRole } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { countPlaces, teamOfEmail } from './teams.repo.ts'

/** People and open invitations together: a team is a firm's desk, and its list one screen. */
const places = 100

export interface InviteMember {
  email: string
  teamRole: TeamRole
  /** Already judged by `isOwnPage`. */
  joinLink: string
  caller: Caller
}

/**
 * Invites somebody by mail. Says nothing of accounts in other teams: only the bearer of the letter learns that this
 * address has one.
 */
export async function inviteMember(
  { db, ids }: { db: Db; ids: Ids },
  by: SignedIn,
  { email, teamRole, joinLink, caller }: InviteMember,
): Promise<Invitation> {
  const { teamId, accountId, sessionId } = by
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if ((await teamOfEmail(tx, email)) === teamId) throw refusedEmail('team.already_member')
    if (await isInvited(tx, teamId, email)) throw refusedEmail('team.already_invited')
    if ((await countPlaces(tx, teamId)) >= places) throw teamErrors.make('team.full')
    const id = ids.next('inv')
    await insertInvitation(tx, {
      id,
      teamId,
      email,
      teamRole,
      accountRole: by.role,
      invitedBy: accountId,
      joinLink,
    })
    await sendLetter({ tx, ids }, { invitationId: id, teamId })
    await recordSecurityEvents(tx, {
      kind: 'team.member_invited',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      facts: { role: teamRole },
    })
    const invitation = await findInvitation(tx, teamId, id)
    if (!invitation) throw new Error(`the invitation ${id} is not there`)
    return invitation
  })
}

function refusedEmail(code: 'team.already_member' | 'team.already_invited') {
  return teamErrors.make(code, { details: { fields: { email: [teamErrors.copy[code].title] } } })
}
