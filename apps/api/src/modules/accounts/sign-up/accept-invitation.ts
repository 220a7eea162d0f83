import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { takenMessages } from '@terrace/contracts/sign-up'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import { claimInvitation, readInvitation, teamErrors, writePermissions } from '#api/modules/teams/index.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertAccount } from '../accounts.repo.ts'
import { findTakenCredentials } from './find-taken-credentials.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import { assertNotGuessable } from '../passwords/assert-not-guessable.ts'
import { isShortPassword } from '../passwords/short-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'

export interface AcceptInvitation {
  token: string
  firstName: string
  lastName: string
  username: string
  password: string
  caller: Caller
}

/**
 * Opens an account in the inviting team. It is active at once, because an owner of an approved team invited it, and
 * verified, because the link was emailed. All or nothing; an invitation works once.
 */
export async function acceptInvitation(
  { db, ids }: { db: Db; ids: Ids },
  { token, username, password, caller, ...name }: AcceptInvitation,
): Promise<void> {
  // Fail early, before the expensive hash. The invitation row and the unique indexes decide.
  const { account, email, teamName } = await readInvitation(db, token)
  if (account !== 'none') throw teamErrors.make('team.account_in_other_team')
  if ((await findTakenCredentials(db, { email, username })).username) throw usernameTakenError()
  assertNotGuessable(password, [name.firstName, name.lastName, username, email, teamName])
  const passwordHash = await withHashPermit(() => hashPassword(password))
  try {
    await inTransaction(db, async (tx) => {
      const { teamId, teamRole, accountRole, permissions, email: invited } = await claimInvitation(tx, token)
      const id = ids.next('usr')
      await insertAccount(tx, {
        id,
        teamId,
        teamRole,
        role: accountRole,
        status: 'active',
        username,
        email: invited,
        isEmailVerified: true,
        passwordHash,
        hasShortPassword: isShortPassword(password),
        ...name,
      })
      await writePermissions(tx, id, permissions)
      await recordSecurityEvents(tx, {
        kind: 'team.invitation_accepted',
        caller,
        actorId: id,
        accountId: id,
        teamId,
        details: { role: teamRole },
      })
    })
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'accounts__username_unique') throw usernameTakenError(error)
    if (constraint === 'accounts__email_unique')
      throw teamErrors.make('team.account_in_other_team', { cause: error })
    throw error
  }
}

function usernameTakenError(cause?: unknown) {
  const { username } = takenMessages
  return accountErrors.make('account.taken', {
    title: username,
    details: { fields: { username: [username] } },
    cause,
  })
}
