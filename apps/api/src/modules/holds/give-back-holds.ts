import { holdLifecycle } from '@terrace/domain/hold-lifecycle'
import type { Tx } from '../../db/transaction.ts'
import { lockHolds, moveHolds } from './payable-holds.repo.ts'

/**
 * Gives back, in the caller's transaction, whichever of these holds the team still has and is not paying for: whole ones,
 * which may always go. Answers their ids.
 */
export async function giveBackHolds(
  tx: Tx,
  { teamId, holdIds }: { teamId: string; holdIds: readonly string[] },
): Promise<string[]> {
  if (holdIds.length === 0) return []
  // Judged after the lock wait: a payment that began meanwhile keeps its holds.
  const holds = await lockHolds(tx, teamId, holdIds)
  const ids = holds
    .filter(({ state, isLive }) => isLive && holdLifecycle.next(state, 'release') !== null)
    .map(({ id }) => id)
  if (ids.length > 0) await moveHolds(tx, { ids, to: 'released', topic: 'hold.released', attemptId: null })
  return ids
}
