import type { Db } from '#api/db/client.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { findVerification, insertVerificationToken } from './email-verifications.repo.ts'

/**
 * Creates the link and returns the data for a verification email; `undefined` if nothing is left to verify. The token is
 * created while rendering and appears only in the email.
 */
export async function prepareVerificationEmail(
  { db, ids }: { db: Db; ids: Ids },
  verificationId: string,
): Promise<{ email: string; firstName: string; link: string } | undefined> {
  const request = await findVerification(db, verificationId)
  if (!request) return undefined
  const { accountId, email, firstName, verifyLink } = request
  const token = ids.secret()
  await insertVerificationToken(db, { hash: hashToken(token), verificationId, accountId })
  return { email, firstName, link: `${verifyLink}/${token}` }
}
