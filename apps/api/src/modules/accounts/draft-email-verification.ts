import type { Db } from '../../db/client.ts'
import type { Ids } from '../../shared/ids.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { findVerification, insertVerificationToken } from './email-verifications.repo.ts'

/**
 * To whom the letter of a verification goes, and the link in it; undefined where there is nothing to verify any more. The
 * token is made in the moment of writing and leaves in the letter alone.
 */
export async function draftEmailVerification(
  { db, ids }: { db: Db; ids: Ids },
  verificationId: string,
): Promise<{ email: string; firstName: string; link: string } | undefined> {
  const letter = await findVerification(db, verificationId)
  if (!letter) return undefined
  const { accountId, email, firstName, verifyLink } = letter
  const token = ids.secret()
  await insertVerificationToken(db, { hash: hashToken(token), verificationId, accountId })
  return { email, firstName, link: `${verifyLink}/${token}` }
}
