import type { Tx } from '../../db/transaction.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, lockTeam } from './teams.repo.ts'

/**
 * Locks the team and throws `team.not_owner` unless the caller is an owner of it now. Looked up after the wait, never
 * taken from the session: whoever was removed a moment ago must not remove anybody any more.
 */
export async function assertOwner(tx: Tx, caller: { teamId: string; accountId: string }): Promise<void> {
  await lockTeam(tx, caller.teamId)
  const member = await findMember(tx, caller.teamId, caller.accountId)
  if (!member?.isActive || member.teamRole !== 'owner') throw teamErrors.make('team.not_owner')
}
