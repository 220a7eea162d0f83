import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertOwner } from '../assert-owner.ts'
import { endInvitation, findInvitation } from './invitations.repo.ts'
import { teamErrors } from '../teams.errors.ts'

/**
 * Ends the invitation and all its links.
 * @throws `team.invitation_not_found` if it has already ended.
 */
export async function withdrawInvitation(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { invitationId, caller }: { invitationId: string; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const isOurs = (await findInvitation(tx, teamId, invitationId)) !== undefined
    if (!isOurs || !(await endInvitation(tx, invitationId, 'withdrawn')))
      throw teamErrors.make('team.invitation_not_found')
    await recordSecurityEvents(tx, {
      kind: 'team.invitation_withdrawn',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: {},
    })
  })
}
