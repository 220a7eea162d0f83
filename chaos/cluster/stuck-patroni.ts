import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { findProcess } from '../../deploy/cluster/running-processes.ts'
import { leaderOf, ttlSeconds, waitForOtherLeader, waitUntilComplete } from './kill-processes.ts'
import { findWriteProblems, startWriteProbe, type WriteProbe } from './probe-writes.ts'
import type { ClusterFault } from './run-fault.ts'
import type { Trial } from './trial.ts'

/**
 * Patroni of the primary hangs while its PostgreSQL goes on. The others choose a new primary after `ttl`; without a
 * watchdog, no one stops the old one, which could still accept writes.
 */
export function hangPatroni(): ClusterFault {
  let stuck: ClusterNode | undefined
  let probe: WriteProbe | undefined
  return {
    maxGapMs: (ttlSeconds + 10) * 1000,
    // The old primary has time to accept writes.
    lastsMs: 8000,
    async inject(trial) {
      const leader = await leaderOf(trial)
      probe = await startWriteProbe(trial.layout, leader)
      stuck = leader
      signal(trial, leader, 'SIGSTOP')
      await waitForOtherLeader(trial, leader)
    },
    async recover(trial) {
      if (stuck) signal(trial, stuck, 'SIGCONT')
      await waitUntilComplete(trial)
    },
    check: async (trial) => findWriteProblems(await leaderOf(trial), (await probe?.stop()) ?? []),
  }
}

function signal({ layout }: Trial, node: ClusterNode, name: NodeJS.Signals): void {
  const patroni = findProcess(layout, node.name)
  if (!patroni) throw new Error(`${node.name} runs no Patroni`)
  process.kill(patroni.pid, name)
}
