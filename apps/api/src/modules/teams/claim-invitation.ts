import type { Reader, Tx } from '../../db/transaction.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { endInvitation, invitationOfToken } from './invitations.repo.ts'
import type { OpenInvitation } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { teamOfEmail } from './teams.repo.ts'

export interface SeenInvitation extends OpenInvitation {
  /** Whether the invited address has an account already. */
  account: 'none' | 'this_team' | 'other_team'
}

/** What a link invites to. Throws `team.invitation_spent` for a token that is unknown, used, withdrawn or lapsed. */
export async function lookAtInvitation(db: Reader, token: string): Promise<SeenInvitation> {
  const invitation = await invitationOfToken(db, hashToken(token))
  if (!invitation) throw teamErrors.make('team.invitation_spent')
  const teamId = await teamOfEmail(db, invitation.email)
  const account = teamId === undefined ? 'none' : teamId === invitation.teamId ? 'this_team' : 'other_team'
  return { ...invitation, account }
}

/**
 * Uses the invitation up for the account that the caller opens in the same transaction: of two who accept it at once one
 * gets it. Throws as {@link lookAtInvitation} does.
 */
export async function claimInvitation(tx: Tx, token: string): Promise<OpenInvitation> {
  const invitation = await invitationOfToken(tx, hashToken(token))
  if (!invitation || !(await endInvitation(tx, invitation.id, 'accepted')))
    throw teamErrors.make('team.invitation_spent')
  return invitation
}
