import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { teamErrors } from './teams.errors.ts'
import { findMember, lockTeam } from './teams.repo.ts'

/**
 * Locks the team and throws `team.not_owner` unless the caller is an owner. The role is read after the lock and never
 * from the session, so a just-removed owner cannot act.
 */
export async function assertOwner(tx: Tx, caller: { teamId: string; accountId: string }): Promise<void> {
  await lockTeam(tx, caller.teamId)
  if (!(await isOwner(tx, caller))) throw teamErrors.make('team.not_owner')
}

/** Without a lock: for display only. */
export async function isOwner(db: DbOrTx, caller: { teamId: string; accountId: string }): Promise<boolean> {
  const member = await findMember(db, caller.teamId, caller.accountId)
  return member?.isActive === true && member.teamRole === 'owner'
}
