import type { Tx } from '../../db/transaction.ts'
import type { TeamRole } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { countActiveOwners } from './teams.repo.ts'

/** Throws `team.last_owner` where nobody else who can log in owns the team. The caller has locked it. */
export async function assertOwnerRemains(
  tx: Tx,
  teamId: string,
  without: { teamRole: TeamRole; isActive: boolean },
): Promise<void> {
  const isCounted = without.teamRole === 'owner' && without.isActive
  if (isCounted && (await countActiveOwners(tx, teamId)) < 2) throw teamErrors.make('team.last_owner')
}
