import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { namesForInvited } from './names-for-invited.ts'
import { findInvitationEmail, insertInvitationToken } from './invitations.repo.ts'

/**
 * Creates the link and returns the data for an invitation email; `undefined` once the invitation has ended. The token is
 * created here, while rendering, so no queue and no table ever stores it in plain text.
 */
export async function prepareInvitationEmail(
  { db, ids, config: { brand } }: { db: Db; ids: Ids; config: Pick<Config, 'brand'> },
  emailId: string,
): Promise<{ email: string; teamName: string; invitedBy: string; link: string } | undefined> {
  const invitation = await findInvitationEmail(db, emailId)
  if (!invitation) return undefined
  const { email, teamName, invitedBy, joinLink, expiresAt } = invitation
  const token = ids.secret()
  await insertInvitationToken(db, { hash: hashToken(token), invitationId: invitation.id, expiresAt })
  return { email, ...namesForInvited({ teamName, invitedBy }, brand), link: `${joinLink}/${token}` }
}
