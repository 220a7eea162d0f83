import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { endInvitation, findInvitationByToken } from './invitations.repo.ts'
import type { OpenInvitation } from '../team.ts'
import { teamErrors } from '../teams.errors.ts'
import { findTeamIdByEmail } from '../teams.repo.ts'

export interface InvitationDetails extends OpenInvitation {
  account: 'none' | 'this_team' | 'other_team'
}

/** @throws `team.invitation_invalid` if the token is unknown, used, withdrawn or expired. */
export async function readInvitation(db: DbOrTx, token: string): Promise<InvitationDetails> {
  const invitation = await findInvitationByToken(db, hashToken(token))
  if (!invitation) throw teamErrors.make('team.invitation_invalid')
  const teamId = await findTeamIdByEmail(db, invitation.email)
  const account = teamId === undefined ? 'none' : teamId === invitation.teamId ? 'this_team' : 'other_team'
  return { ...invitation, account }
}

/**
 * Consumes the invitation for the account that the caller opens in the same transaction. Of two concurrent claims one
 * succeeds. Throws like {@link readInvitation}.
 */
export async function claimInvitation(tx: Tx, token: string): Promise<OpenInvitation> {
  const invitation = await findInvitationByToken(tx, hashToken(token))
  if (!invitation || !(await endInvitation(tx, invitation.id, 'accepted')))
    throw teamErrors.make('team.invitation_invalid')
  return invitation
}
