import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import {
  countVerifications,
  insertVerification,
  findVerificationByToken,
} from './email-verifications.repo.ts'

const maxEmailsPerHour = 3

/** Requests a verification email. Above the limit it sends nothing, because earlier links still work. */
export async function requestEmailVerification(
  { tx, ids }: { tx: Tx; ids: Ids },
  { accountId, verifyLink }: { accountId: string; verifyLink: string },
): Promise<void> {
  if ((await countVerifications(tx, accountId)) >= maxEmailsPerHour) return
  const verificationId = ids.next('ver')
  await insertVerification(tx, { id: verificationId, accountId, verifyLink })
  await recordEvents(tx, [
    { topic: 'email_verification.requested', subject: accountId, payload: { verificationId } },
  ])
}

/** Sends a new link to the holder of a used or expired one. Does nothing for an unknown token. */
export async function resendEmailVerification(
  { db, ids }: { db: Db; ids: Ids },
  token: string,
): Promise<void> {
  const verification = await findVerificationByToken(db, hashToken(token))
  if (!verification) return
  await inTransaction(db, (tx) => requestEmailVerification({ tx, ids }, verification))
}

export function verifyLinkOf(origin: string): string {
  return `${origin}/verify-email`
}
