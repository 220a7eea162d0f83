import type { Db } from '../../db/client.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Ids } from '../../shared/ids.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { countVerifications, insertVerification, verificationOfToken } from './email-verifications.repo.ts'

const lettersAnHour = 3

/**
 * Asks for a letter with a link that verifies the account's e-mail address. Past the limit nothing is sent: the inbox has
 * links enough that still work.
 */
export async function requestEmailVerification(
  { tx, ids }: { tx: Tx; ids: Ids },
  { accountId, verifyLink }: { accountId: string; verifyLink: string },
): Promise<void> {
  if ((await countVerifications(tx, accountId)) >= lettersAnHour) return
  const verificationId = ids.next('ver')
  await insertVerification(tx, { id: verificationId, accountId, verifyLink })
  await recordEvents(tx, [
    { topic: 'email_verification.requested', subject: accountId, payload: { verificationId } },
  ])
}

/** Another letter for the bearer of a link that is used or too old; nothing for a token that never was. */
export async function resendEmailVerification(
  { db, ids }: { db: Db; ids: Ids },
  token: string,
): Promise<void> {
  const verification = await verificationOfToken(db, hashToken(token))
  if (!verification) return
  await inTransaction(db, (tx) => requestEmailVerification({ tx, ids }, verification))
}

/** The page that the letter leads to, on the given site. */
export function verifyLinkOf(origin: string): string {
  return `${origin}/verify-email`
}
