import type { Db } from '../../db/client.ts'
import type { Ids } from '../../shared/ids.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { findLetter, insertInvitationToken } from './invitations.repo.ts'

/**
 * To whom the letter of an invitation goes, and the link in it; undefined once the invitation has ended. The token is made
 * here, in the moment of writing, and leaves in the letter alone: no queue and no table ever holds it.
 */
export async function draftInvitation(
  { db, ids }: { db: Db; ids: Ids },
  letterId: string,
): Promise<{ email: string; teamName: string; invitedBy: string; link: string } | undefined> {
  const letter = await findLetter(db, letterId)
  if (!letter) return undefined
  const { email, teamName, invitedBy, joinLink, expiresAt } = letter
  const token = ids.secret()
  await insertInvitationToken(db, { hash: hashToken(token), invitationId: letter.id, expiresAt })
  return { email, teamName, invitedBy, link: `${joinLink}/${token}` }
}
