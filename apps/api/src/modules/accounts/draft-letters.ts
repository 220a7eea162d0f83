import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import { serverCaller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { findAccount, findByEmail } from './accounts.repo.ts'
import { findReset, insertResetToken } from './password-resets.repo.ts'

interface Recipient {
  email: string
  firstName: string
}

/**
 * To whom the letter of a reset request goes, and the link in it; undefined where nobody is to get one. The token is
 * made here, in the moment of writing, and leaves in the letter alone: no queue and no table ever holds it.
 */
export async function draftPasswordReset(
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
      facts: { reset_id: resetId },
    })
  })
  return { email: account.email, firstName: account.firstName, link: `${reset.resetLink}/${token}` }
}

/** To whom it is told what has happened to the account; also one that has been closed by it. */
export async function draftToAccount(
  { db }: { db: Db },
  accountId: string,
): Promise<(Recipient & { teamName: string }) | undefined> {
  const account = await findAccount(db, accountId)
  return account && { email: account.email, firstName: account.firstName, teamName: account.teamName }
}

/** To whom it is told what concerns their team; undefined for whoever is not of it any more, or may not log in. */
export async function draftToMember({ db }: { db: Db }, accountId: string): Promise<Recipient | undefined> {
  const account = await findAccount(db, accountId)
  return account?.status === 'active' ? { email: account.email, firstName: account.firstName } : undefined
}
