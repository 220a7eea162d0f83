import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findLeader, findReplicas, waitFor } from '../../deploy/cluster/cluster-state.ts'
import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { processesOf } from '../../deploy/cluster/network.ts'
import { enginesOf, terraceOf } from '../../deploy/cluster/cluster-processes.ts'
import { findFollowers } from '../../deploy/cluster/prepare-database.ts'
import { killRecorded } from '../../deploy/cluster/running-processes.ts'
import { startProcesses } from '../../deploy/cluster/start-cluster.ts'
import { readPostmaster } from '../../tools/launch/database/postmaster-file.ts'
import { trialVariables, type Trial } from './trial.ts'
import type { ClusterFault } from './run-fault.ts'

/** Of templates/patroni.yml. */
export const ttlSeconds = 20
const recoveryTimeoutMs = 90_000
/** What a buyer may wait on two busy cores without any fault. */
export const shortGapMs = 6000

/** PostgreSQL of the primary crashes; its Patroni gives up the lock at once (`primary_start_timeout: 0`). */
export const killPrimaryServer: ClusterFault = {
  maxGapMs: 15_000,
  lastsMs: 8000,
  async inject(trial) {
    killServer(await leaderOf(trial))
  },
  recover: waitUntilComplete,
}

/** All processes of the primary's machine end at once: PostgreSQL, Patroni and etcd. */
export const killPrimaryNode: ClusterFault = {
  maxGapMs: (ttlSeconds + 10) * 1000,
  lastsMs: ttlSeconds * 1000,
  async inject(trial) {
    await killNode(trial, await leaderOf(trial))
  },
  recover: restartProcesses,
}

/** The synchronous replica crashes; the other one confirms commits from then on. */
export const killReplica: ClusterFault = {
  maxGapMs: 15_000,
  lastsMs: 8000,
  async inject(trial) {
    await killNode(trial, await synchronousReplicaOf(trial))
  },
  recover: restartProcesses,
}

/** A process of this name ends, and its supervisor starts it again. */
export function killProcess(name: string, { maxGapMs = shortGapMs } = {}): ClusterFault {
  return {
    maxGapMs,
    lastsMs: 1000,
    inject: ({ layout }) => killRecorded(layout, name),
    recover: restartProcesses,
  }
}

/** Starts what does not run, and waits until every node is back. */
export async function restartProcesses(trial: Trial): Promise<void> {
  const { layout } = trial
  await startProcesses(layout, [...enginesOf(layout), ...terraceOf(layout, trialVariables)])
  await waitUntilComplete(trial)
}

/** Waits for a leader that both other nodes follow, one of them synchronously. */
export async function waitUntilComplete({ layout }: Trial): Promise<void> {
  const isComplete = async () => {
    const leader = await findLeader(layout)
    // A leader that was just demoted refuses connections.
    const followers = leader ? await findFollowers(leader).catch(() => []) : []
    return followers.length === 2 && followers.some(({ isSynchronous }) => isSynchronous)
  }
  await waitFor('a leader with two replicas', isComplete, recoveryTimeoutMs)
}

export async function leaderOf({ layout }: Trial): Promise<ClusterNode> {
  return waitFor('a leader', () => findLeader(layout), 10_000)
}

/** The replica that confirms every commit. */
export async function synchronousReplicaOf({ layout }: Trial): Promise<ClusterNode> {
  const [replica] = await findReplicas(layout, 'synchronous')
  if (!replica) throw new Error('there is no synchronous replica')
  return replica
}

/** Waits until another node than this one has Patroni's lock, and returns it. */
export async function waitForOtherLeader({ layout }: Trial, old: ClusterNode): Promise<ClusterNode> {
  const findOther = async () => {
    const leader = await findLeader(layout)
    return leader !== old && leader
  }
  return waitFor('another primary', findOther, (ttlSeconds + 20) * 1000)
}

/** PostgreSQL of a node crashes. */
export function killServer(node: ClusterNode): void {
  const postmaster = readPostmaster(join(node.folder, 'data'))
  if (!postmaster) throw new Error(`${node.name} runs no PostgreSQL`)
  process.kill(postmaster.identity.pid, 'SIGKILL')
}

async function killNode({ layout }: Trial, node: ClusterNode): Promise<void> {
  const all = processesOf(node)
  if (all.length === 0) {
    // Without a namespace, only the processes that were started directly are known.
    killServer(node)
    for (const name of [node.name, node.name.replace('node', 'etcd')]) await killRecorded(layout, name)
    return
  }
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended with its parent.
    }
  }
  while (processesOf(node).length > 0) await pause(20)
}
