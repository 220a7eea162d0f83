import { completePermissions, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertOwner } from './assert-owner.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, writePermissions } from './teams.repo.ts'

/** Sets what a member may do as a seller. The member gets an email; open sessions follow at once. */
export async function changePermissions(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  {
    memberId,
    permissions,
    caller,
  }: { memberId: string; permissions: readonly SellerPermission[]; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  const next = completePermissions(permissions)
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const member = await findMember(tx, teamId, memberId)
    if (!member) throw teamErrors.make('team.member_not_found')
    if (member.teamRole === 'owner') throw teamErrors.make('team.owner_has_all')
    const before = member.permissions
    if (before.join() === next.join()) return
    await writePermissions(tx, memberId, next)
    await recordEvents(tx, [
      { topic: 'team.permissions_changed', subject: memberId, payload: { accountId: memberId, teamId } },
    ])
    await recordSecurityEvents(tx, {
      kind: 'team.permissions_changed',
      caller,
      actorId: accountId,
      accountId: memberId,
      teamId,
      sessionId,
      details: { from: before.join(' '), to: next.join(' ') },
    })
  })
}
