import type { Tx } from '#api/db/transaction.ts'
import type { TeamRole } from './team.ts'
import { teamErrors } from './teams.errors.ts'
import { countActiveOwners } from './teams.repo.ts'

/**
 * The caller has locked the team.
 * @throws `team.last_owner` if no other active owner remains.
 */
export async function assertOwnerRemains(
  tx: Tx,
  teamId: string,
  without: { teamRole: TeamRole; isActive: boolean },
): Promise<void> {
  const isCounted = without.teamRole === 'owner' && without.isActive
  if (isCounted && (await countActiveOwners(tx, teamId)) < 2) throw teamErrors.make('team.last_owner')
}
