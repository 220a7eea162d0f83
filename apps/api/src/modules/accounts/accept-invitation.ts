import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import { takenTexts } from '@terrace/contracts/sign-up'
import type { Db } from '../../db/client.ts'
import { constraintOf, inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import { claimInvitation, lookAtInvitation, teamErrors } from '../teams/index.ts'
import { accountErrors } from './accounts.errors.ts'
import { insertAccount } from './accounts.repo.ts'
import { findTaken } from './check-uniqueness.ts'
import { inHashSlot } from './hash-slots.ts'
import { hashPassword } from './password-hash.ts'

export interface AcceptInvitation {
  token: string
  firstName: string
  lastName: string
  username: string
  password: string
  caller: Caller
}

/**
 * Opens an account in the team that invites, for the address that the letter went to: active at once, because an owner of
 * an approved team vouches for it, and verified by the letter itself. All or nothing; an invitation serves once.
 */
export async function acceptInvitation(
  { db, ids }: { db: Db; ids: Ids },
  { token, username, password, caller, ...name }: AcceptInvitation,
): Promise<void> {
  // Told before the costly part; the invitation's row and the unique indexes decide.
  const { account, email } = await lookAtInvitation(db, token)
  if (account !== 'none') throw teamErrors.make('team.account_elsewhere')
  if ((await findTaken(db, { email, username })).username) throw usernameTaken()
  const passwordHash = await inHashSlot(() => hashPassword(password))
  try {
    await inTransaction(db, async (tx) => {
      const { teamId, teamRole, accountRole, email: invited } = await claimInvitation(tx, token)
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
        ...name,
      })
      await recordSecurityEvents(tx, {
        kind: 'team.invitation_accepted',
        caller,
        actorId: id,
        accountId: id,
        teamId,
        facts: { role: teamRole },
      })
    })
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'accounts__username_taken_once') throw usernameTaken(error)
    if (constraint === 'accounts__email_taken_once')
      throw teamErrors.make('team.account_elsewhere', { cause: error })
    throw error
  }
}

function usernameTaken(cause?: unknown) {
  const { username } = takenTexts
  return accountErrors.make('account.taken', {
    title: username,
    details: { fields: { username: [username] } },
    cause,
  })
}
