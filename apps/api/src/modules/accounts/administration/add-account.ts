import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertAccount } from '../accounts.repo.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { addPasswordLink } from './password-link.ts'

export interface AddAccount {
  username: string
  email: string
  firstName: string
  lastName: string
  role: Account['role']
  teamName: string
  baseCurrency: string
  /** The trade site, for the link. */
  siteOrigin: string
  caller: Caller
}

/**
 * Adds an active account with a team of its own, for an operator in a terminal who knows the person. Returns the link
 * with which that person sets the password.
 * @throws `account.taken`
 */
export async function addAccount(
  { db, ids }: { db: Db; ids: Ids },
  { username, email, firstName, lastName, role, teamName, baseCurrency, siteOrigin, caller }: AddAccount,
): Promise<{ accountId: string; teamId: string; link: string }> {
  // A password that no one knows; the link replaces it.
  const passwordHash = await hashPassword(ids.secret())
  const [accountId, teamId] = [ids.next('usr'), ids.next('tm')]
  try {
    return await inTransaction(db, async (tx) => {
      await tx
        .insertInto('teams')
        .values({ id: teamId, name: teamName, email, base_currency: baseCurrency })
        .execute()
      await insertAccount(tx, {
        id: accountId,
        teamId,
        teamRole: 'owner',
        role,
        status: 'active',
        username,
        email,
        isEmailVerified: true,
        passwordHash,
        hasShortPassword: false,
        firstName,
        lastName,
      })
      await recordSecurityEvents(tx, { kind: 'account.added', caller, accountId, teamId, details: { role } })
      return { accountId, teamId, link: await addPasswordLink({ tx, ids }, { accountId, email, siteOrigin }) }
    })
  } catch (error) {
    const constraint = constraintOf(error)
    const field = constraint === 'accounts__email_unique' ? 'email' : 'username'
    if (constraint !== 'accounts__email_unique' && constraint !== 'accounts__username_unique') throw error
    throw accountErrors.make('account.taken', {
      title: `Another account uses this ${field}`,
      details: { fields: { [field]: ['is used by another account'] } },
      cause: error,
    })
  }
}
