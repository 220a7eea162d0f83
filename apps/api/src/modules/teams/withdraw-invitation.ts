import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { assertOwner } from './assert-owner.ts'
import { endInvitation, findInvitation } from './invitations.repo.ts'
import { teamErrors } from './teams.errors.ts'

/** Makes every link of the invitation useless. Throws `team.invitation_not_found` where it was accepted before. */
export async function withdrawInvitation(
  { db }: { db: Db },
  by: SignedIn,
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
      facts: {},
    })
  })
}
