import type { Tx } from '#api/db/transaction.ts'
import { assertOwner } from './assert-owner.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember } from './teams.repo.ts'

/**
 * Throws unless the caller may remove this member. Locks the team until the transaction ends. Owners leave instead of
 * removing themselves, because leaving checks that another owner remains.
 */
export async function assertCanRemove(
  tx: Tx,
  by: { teamId: string; accountId: string },
  memberId: string,
): Promise<void> {
  await assertOwner(tx, by)
  if (memberId === by.accountId) throw teamErrors.make('team.not_yourself')
  if (!(await findMember(tx, by.teamId, memberId))) throw teamErrors.make('team.member_not_found')
}
