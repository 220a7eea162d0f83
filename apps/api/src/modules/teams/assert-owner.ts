import type { Reader, Tx } from '../../db/transaction.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, lockTeam } from './teams.repo.ts'

/**
 * Locks the team and throws `team.not_owner` unless the caller is an owner of it now. Looked up after the wait, never
 * taken from the session: whoever was removed a moment ago must not remove anybody any more.
 */
export async function assertOwner(tx: Tx, caller: { teamId: string; accountId: string }): Promise<void> {
  await lockTeam(tx, caller.teamId)
  if (!(await isOwner(tx, caller))) throw teamErrors.make('team.not_owner')
}

/** Whether the caller is an owner of the team now; for what is shown, since it may be otherwise in a moment. */
export async function isOwner(db: Reader, caller: { teamId: string; accountId: string }): Promise<boolean> {
  const member = await findMember(db, caller.teamId, caller.accountId)
  return member?.isActive === true && member.teamRole === 'owner'
}
