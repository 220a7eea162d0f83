import { existsSync, readFileSync } from 'node:fs'
import { findLeader, findReplicas, waitFor } from '../../deploy/cluster/ask-part.ts'
import { databaseUrl, type ClusterNode } from '../../deploy/cluster/layout.ts'
import { enginesOf, serverPart } from '../../deploy/cluster/parts.ts'
import { onNode } from '../../deploy/cluster/prepare-database.ts'
import { killRecorded, logFileOf, stopRecorded } from '../../deploy/cluster/running-processes.ts'
import { startParts } from '../../deploy/cluster/start-cluster.ts'
import { leaderOf, restartParts, shortGapMs, ttlSeconds, waitUntilComplete } from './kill-processes.ts'
import type { ClusterFault } from './run-fault.ts'
import { trialVariables, type Trial } from './trial.ts'

/** From Debian's package `libfaketime`. */
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const skewSeconds = 5
const switchoverMs = 30_000

/** Both replicas stop showing changes: reads must not go to them. */
export const lagReplicas: ClusterFault = {
  maxGapMs: shortGapMs,
  // Above DATABASE_REPLICA_MAX_AGE_SECONDS.
  lastsMs: 9000,
  async cause({ layout }) {
    for (const node of await findReplicas(layout))
      await onNode(node, async (client) => void (await client.query('select pg_wal_replay_pause()')))
  },
  async heal(trial) {
    for (const node of await findReplicas(trial.layout))
      await onNode(node, async (client) => void (await client.query('select pg_wal_replay_resume()')))
    await waitUntilComplete(trial)
  },
  check: async (trial) =>
    missingFromLog(trial, 'web1', 'the replica is unreachable or too far behind; reading from the primary'),
}

/** Two of three etcd members end: no leader can be chosen, and the one that is there goes on (`failsafe_mode`). */
export function loseEtcdMajority(): ClusterFault {
  let before: ClusterNode | undefined
  const problems: string[] = []
  return {
    maxGapMs: shortGapMs,
    lastsMs: (ttlSeconds + 5) * 1000,
    async cause(trial) {
      before = await leaderOf(trial)
      for (const name of ['etcd2', 'etcd3']) await killRecorded(trial.layout, name)
    },
    async heal(trial) {
      const during = await findLeader(trial.layout)
      if (during?.name !== before?.name)
        problems.push(`the primary changed from ${before?.name ?? '–'} to ${during?.name ?? 'none'}`)
      await restartParts(trial)
    },
    check: async () => problems,
  }
}

/** A process is started with an address that is no replica, and one with an address where nothing listens. */
export function nameWrongReplica(): ClusterFault {
  const names = ['web8', 'web9']
  return {
    maxGapMs: shortGapMs,
    lastsMs: 3000,
    async cause({ layout }) {
      const { leader, site } = layout.ports
      // Another database of the same server, and a closed port.
      const urls = [databaseUrl(layout, leader, 'postgres'), databaseUrl(layout, 1)]
      const parts = urls.map((url, index) => {
        const env = { ...trialVariables, DATABASE_REPLICA_URL: url }
        return serverPart(layout, { name: names[index] ?? '', port: site + 7 + index, role: 'web', env })
      })
      await startParts(layout, parts)
    },
    async heal({ layout }) {
      for (const name of names) await stopRecorded(layout, name, 20_000)
    },
    check: async (trial) => [
      ...missingFromLog(trial, 'web8', 'DATABASE_REPLICA_URL is no replica of DATABASE_URL'),
      ...missingFromLog(trial, 'web9', 'the replica is unreachable or too far behind'),
    ],
  }
}

/** Why clocks cannot be changed here; `undefined` if they can. */
export function clockProblem(): string | undefined {
  return existsSync(fakeTime) ? undefined : 'changing the clock needs the Debian package libfaketime'
}

/** The clocks of the replicas are wrong by five seconds each way, and one of them becomes the primary. */
export function skewClocks(): ClusterFault {
  let skewed: ClusterNode[] = []
  return {
    maxGapMs: 15_000,
    lastsMs: 6000,
    async cause(trial) {
      const { layout } = trial
      const leader = await leaderOf(trial)
      skewed = await findReplicas(layout)
      for (const [index, node] of skewed.entries()) {
        const offset = index === 0 ? `+${skewSeconds}s` : `-${skewSeconds}s`
        await restartNode(trial, node, {
          LD_PRELOAD: fakeTime,
          FAKETIME: offset,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        })
        await waitUntilComplete(trial)
      }
      const [candidate] = await findReplicas(layout, 'synchronous')
      if (!candidate) throw new Error('there is no synchronous replica')
      await switchOver(trial, leader, candidate)
      await assertSkew(candidate)
    },
    async heal(trial) {
      for (const node of skewed) {
        await restartNode(trial, node, {})
        await waitUntilComplete(trial)
      }
    },
  }
}

async function restartNode(trial: Trial, node: ClusterNode, env: Record<string, string>): Promise<void> {
  const { layout } = trial
  const part = enginesOf(layout).find(({ name }) => name === node.name)
  if (!part) return
  await stopRecorded(layout, node.name, 30_000)
  // Set after the rights are dropped: the library shares its state between processes of one account.
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`)
  const { program, args } = part.plan
  const plan = { ...part.plan, program: '/usr/bin/env', args: [...variables, program, ...args] }
  await startParts(layout, [{ ...part, plan }])
}

async function switchOver({ layout }: Trial, leader: ClusterNode, candidate: ClusterNode): Promise<void> {
  const response = await fetch(`http://${leader.address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
  })
  if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
  const isDone = async () => (await findLeader(layout))?.name === candidate.name
  await waitFor(`${candidate.name} as primary`, isDone, switchoverMs)
}

/** The library may not work with a program: then nothing would be proved. */
async function assertSkew(node: ClusterNode): Promise<void> {
  const rows = await onNode(node, async (client) => {
    const result = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return result.rows
  })
  const seconds = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now()) / 1000
  if (Math.abs(seconds - skewSeconds) > 2) throw new Error(`the clock of ${node.name} is off by ${seconds} s`)
}

function missingFromLog({ layout }: Trial, name: string, text: string): string[] {
  const log = readFileSync(logFileOf(layout, name), 'utf8')
  return log.includes(text) ? [] : [`${name} should log: ${text}`]
}
