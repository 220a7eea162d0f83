import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { cutOff, reconnect } from '../../deploy/cluster/network.ts'
import { leaderOf, ttlSeconds, waitForOtherLeader, waitUntilComplete } from './kill-processes.ts'
import { findWriteProblems, startWriteProbe, type WriteProbe } from './probe-writes.ts'
import type { ClusterFault } from './run-fault.ts'

/** Why no node can be cut off here; `undefined` if one can. */
export function partitionProblem({ namespace }: ClusterNode): string | undefined {
  return namespace === undefined ? 'cutting a node off needs root and network namespaces' : undefined
}

/** The primary loses its network and goes on running; the others choose a new one. Both must never accept writes. */
export function cutOffPrimary(): ClusterFault {
  let cut: ClusterNode | undefined
  let probe: WriteProbe | undefined
  return {
    maxGapMs: (ttlSeconds + 10) * 1000,
    // The old primary has time to accept writes.
    lastsMs: 8000,
    async inject(trial) {
      const leader = await leaderOf(trial)
      probe = await startWriteProbe(trial.layout, leader)
      cut = leader
      cutOff(leader)
      await waitForOtherLeader(trial, leader)
    },
    async recover(trial) {
      if (cut) reconnect(cut)
      await waitUntilComplete(trial)
    },
    check: async (trial) => findWriteProblems(await leaderOf(trial), (await probe?.stop()) ?? []),
  }
}
