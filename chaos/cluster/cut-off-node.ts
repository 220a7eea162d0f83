import { findLeader, waitFor } from '../../deploy/cluster/cluster-state.ts'
import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { cutOff, reconnect } from '../../deploy/cluster/network.ts'
import { leaderOf, ttlSeconds, waitUntilComplete } from './kill-processes.ts'
import { clearWrites, findLostWrites, findTwoLeaders, probeWrites, type WriteProbe } from './probe-writes.ts'
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
      await clearWrites(leader)
      probe = probeWrites(trial.layout.nodes)
      await new Promise((done) => setTimeout(done, 1000))
      cut = leader
      cutOff(leader)
      const isReplaced = async () => {
        const current = await findLeader(trial.layout)
        return current !== undefined && current !== leader
      }
      await waitFor('another primary', isReplaced, (ttlSeconds + 20) * 1000)
    },
    async recover(trial) {
      if (cut) reconnect(cut)
      await waitUntilComplete(trial)
    },
    async check(trial) {
      const writes = (await probe?.stop()) ?? []
      const nodes = new Set(writes.map(({ node }) => node))
      return [
        ...(nodes.size === 2
          ? []
          : [`the old and the new primary should accept writes: ${[...nodes].join(', ')}`]),
        ...findTwoLeaders(writes),
        ...(await findLostWrites(await leaderOf(trial), writes)),
      ]
    },
  }
}
