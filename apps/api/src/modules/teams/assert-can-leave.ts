import type { Tx } from '#api/db/transaction.ts'
import { assertOwnerRemains } from './assert-owner-remains.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, lockTeam } from './teams.repo.ts'

/**
 * Throws unless the caller may leave their team. Locks the team until the transaction ends, so that of two owners who
 * leave concurrently one stays.
 */
export async function assertCanLeave(
  tx: Tx,
  { teamId, accountId }: { teamId: string; accountId: string },
): Promise<void> {
  await lockTeam(tx, teamId)
  const member = await findMember(tx, teamId, accountId)
  if (!member) throw teamErrors.make('team.member_not_found')
  await assertOwnerRemains(tx, teamId, member)
}
