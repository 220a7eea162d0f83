import { archiveLastChanges } from '../../deploy/cluster/archive-changes.ts'
import { findLeader, waitFor } from '../../deploy/cluster/cluster-state.ts'
import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { cutOff, reconnect } from '../../deploy/cluster/network.ts'
import { leaderOf, ttlSeconds, waitForOtherLeader, waitUntilComplete } from './kill-processes.ts'
import { findWriteProblems, startWriteProbe, type WriteProbe } from './probe-writes.ts'
import type { ClusterFault } from './run-fault.ts'
import type { Trial } from './trial.ts'

/** `wal_keep_size` of the cluster, in segments of 16 MB. */
const keptSegments = 16

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
    async check(trial) {
      const problems = findWriteProblems(await leaderOf(trial), (await probe?.stop()) ?? [])
      return [...(await problems), ...(await findArchiveProblems(trial, cut))]
    },
  }
}

/**
 * Both leaders wrote to one segment of the log. A third node has another copy of it, which it archives as the leader once it no
 * longer keeps it. That must not stop the archive.
 */
async function findArchiveProblems(trial: Trial, cut: ClusterNode | undefined): Promise<string[]> {
  const { layout } = trial
  const leader = await leaderOf(trial)
  const third = layout.nodes.find((node) => node !== cut && node !== leader)
  if (!third) throw new Error('the cluster has no third node')
  try {
    await switchOver(leader, third)
    await waitFor('the third node as leader', async () => (await findLeader(layout)) === third, 30_000)
    await waitUntilComplete(trial)
    await archiveLastChanges(layout, { segments: keptSegments + 2 })
    // Only now have the replicas received these segments, so that the leader no longer keeps older ones for them.
    await archiveLastChanges(layout)
    return []
  } catch (error) {
    return [`the archive after a change of the leader: ${String(error)}`]
  }
}

/** Asks Patroni to make another node the leader. */
async function switchOver(leader: ClusterNode, candidate: ClusterNode): Promise<void> {
  const response = await fetch(`http://${leader.address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`Patroni refused the change of the leader: ${await response.text()}`)
}
