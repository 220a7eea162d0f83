import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Tx } from '#api/db/transaction.ts'
import { endInvitationsSentBy, endTeamInvitations, lockTeam } from '#api/modules/teams/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockActiveAccount, writeClosed } from '../accounts.repo.ts'
import { endPendingChanges } from '../email-change/email-changes.repo.ts'
import { consumeResetTokens } from '../passwords/password-resets.repo.ts'
import { lockAccountNames, reserveName } from '../reserved-names.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { presentClosing } from './closing-messages.ts'
import { readClosing } from './closing.repo.ts'

/** How long no other account can take email address and username. */
const reservedHours = 30 * 24

interface CloseAccount {
  accountId: string
  caller: Caller
  /** `undefined` if no one is logged in, such as for a command in a terminal. */
  actorId?: string | undefined
}

/**
 * Closes an active account for good, in the caller's transaction, and returns the ended sessions, which the caller evicts
 * from the cache after the commit. Refused while {@link readClosing} has reasons.
 *
 * Afterwards: no session, second factor, reset link or pending change of email; login responds as for an unknown name; email
 * and username are reserved for 30 days; open invitations that the account sent, and all of a team without other members,
 * have ended; a last email is queued. The row stays with all personal fields, because orders refer to it and the email needs the address: their
 * erasure is the business of the caller, after that email.
 * @throws `account.close_refused`, `account.not_active`
 */
export async function closeAccount(tx: Tx, { accountId, caller, actorId }: CloseAccount): Promise<string[]> {
  const teamId = (await findAccount(tx, accountId))?.teamId
  // Teams before accounts, as all commands do; new holds of the team wait, too.
  if (teamId !== undefined) await lockTeam(tx, teamId)
  if (teamId === undefined || !(await lockActiveAccount(tx, accountId)))
    throw accountErrors.make('account.not_active')
  const account = await findAccount(tx, accountId)
  const closing = await readClosing(tx, accountId)
  if (!account || closing.reasons.length > 0) {
    const { reasons } = presentClosing(closing)
    throw accountErrors.make('account.close_refused', {
      title: reasons.map(({ message }) => message).join('\n'),
      details: { reasons },
    })
  }
  const { email, username } = account
  await lockAccountNames(tx, { email, username })
  await writeClosed(tx, accountId)
  await endPendingChanges(tx, accountId)
  await consumeResetTokens(tx, accountId)
  await endInvitationsSentBy(tx, accountId)
  if (closing.endsTeam) await endTeamInvitations(tx, teamId)
  await reserveName(tx, { kind: 'email', name: email, accountId, hours: reservedHours })
  await reserveName(tx, { kind: 'username', name: username, accountId, hours: reservedHours })
  await recordEvents(tx, [{ topic: 'account.closed', subject: accountId, payload: { accountId } }])
  await recordSecurityEvents(tx, {
    kind: 'account.closed',
    caller,
    actorId,
    accountId,
    teamId,
    details: { ended_team: closing.endsTeam },
  })
  return endSessions(tx, accountId, { reason: 'account_closed', caller, actorId })
}
