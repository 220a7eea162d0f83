import type { Tx } from '../../db/transaction.ts'
import { assertOwner } from './assert-owner.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember } from './teams.repo.ts'

/**
 * Throws unless the caller may take this person out of their own team now; holds the team until the transaction ends.
 * Nobody removes themselves: an owner who goes is asked first whether another one remains.
 */
export async function assertMayRemove(
  tx: Tx,
  by: { teamId: string; accountId: string },
  memberId: string,
): Promise<void> {
  await assertOwner(tx, by)
  if (memberId === by.accountId) throw teamErrors.make('team.not_yourself')
  if (!(await findMember(tx, by.teamId, memberId))) throw teamErrors.make('team.member_not_found')
}
