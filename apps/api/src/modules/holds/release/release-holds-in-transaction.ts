import { holdLifecycle } from '@terrace/domain/lifecycles/hold-lifecycle'
import type { Tx } from '#api/db/transaction.ts'
import { changeHoldStates, lockHolds } from '../locked-holds.repo.ts'

/**
 * Releases the open holds that are not being paid for, in the caller's transaction, and returns their ids. The split
 * rules always allow releasing whole holds.
 */
export async function releaseHoldsInTransaction(
  tx: Tx,
  { teamId, holdIds }: { teamId: string; holdIds: readonly string[] },
): Promise<string[]> {
  if (holdIds.length === 0) return []
  // Check the state after the lock wait, so that a payment that started in the meantime keeps its holds.
  const holds = await lockHolds(tx, teamId, holdIds)
  const ids = holds
    .filter(({ state, isExpired }) => !isExpired && holdLifecycle.next(state, 'release') !== null)
    .map(({ id }) => id)
  if (ids.length > 0)
    await changeHoldStates(tx, { ids, to: 'released', topic: 'hold.released', attemptId: null })
  return ids
}
