import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { findAccount, findByEmail } from './accounts.repo.ts'
import { findReset, insertResetToken } from './passwords/password-resets.repo.ts'

interface Recipient {
  email: string
  firstName: string
}

/**
 * Creates the link and returns the data for a password reset email; `undefined` if no email is due. The token is created
 * here, while rendering, so no queue and no table ever stores it in plain text.
 */
export async function preparePasswordResetEmail(
  { db, ids }: { db: Db; ids: Ids },
  resetId: string,
): Promise<(Recipient & { link: string }) | undefined> {
  const reset = await findReset(db, resetId)
  const account = reset && (await findByEmail(db, reset.email))
  if (!account || account.status === 'suspended') return undefined
  const token = ids.secret()
  await inTransaction(db, async (tx) => {
    await insertResetToken(tx, { hash: hashToken(token), resetId, accountId: account.id })
    await recordSecurityEvents(tx, {
      kind: 'password.reset_link_sent',
      caller: serverCaller,
      accountId: account.id,
      details: { reset_id: resetId },
    })
  })
  return { email: account.email, firstName: account.firstName, link: `${reset.resetLink}/${token}` }
}

/** Recipient of account notices, including for closed accounts. */
export async function findRecipient(
  { db }: { db: Db },
  accountId: string,
): Promise<(Recipient & { teamName: string }) | undefined> {
  const account = await findAccount(db, accountId)
  return account && { email: account.email, firstName: account.firstName, teamName: account.teamName }
}

/** Recipient of team notices; `undefined` if the account is not active. */
export async function findActiveRecipient(
  { db }: { db: Db },
  accountId: string,
): Promise<Recipient | undefined> {
  const account = await findAccount(db, accountId)
  return account?.status === 'active' ? { email: account.email, firstName: account.firstName } : undefined
}
