import { existsSync, readFileSync } from 'node:fs'
import { findLeader, findReplicas } from '../../deploy/cluster/ask-part.ts'
import { databaseUrl, type ClusterNode } from '../../deploy/cluster/layout.ts'
import { serverPart, terraceOf, type Part } from '../../deploy/cluster/parts.ts'
import { onNode } from '../../deploy/cluster/prepare-database.ts'
import {
  killRecorded,
  logFileOf,
  stopRecorded,
  type ProcessPlan,
} from '../../deploy/cluster/running-processes.ts'
import { startParts } from '../../deploy/cluster/start-cluster.ts'
import { leaderOf, restartParts, shortGapMs, ttlSeconds, waitUntilComplete } from './kill-processes.ts'
import type { ClusterFault } from './run-fault.ts'
import { trialVariables, type Trial } from './trial.ts'

/** From Debian's package `libfaketime`. */
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const skewSeconds = 5

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

/**
 * The clocks of two web processes and a worker are wrong by five seconds each way, compared with the database. Patroni does
 * not run with the library, so the clocks of its nodes cannot be changed.
 */
export function skewClocks(): ClusterFault {
  const offsets = { web1: skewSeconds, web2: -skewSeconds, worker1: skewSeconds }
  const isSkewed = (part: Part): part is Part & { name: keyof typeof offsets } => part.name in offsets
  const restart = async ({ layout }: Trial, isRight: boolean) => {
    const parts = terraceOf(layout, trialVariables).filter(isSkewed)
    await Promise.all(parts.map(({ name }) => stopRecorded(layout, name, 30_000)))
    await startParts(
      layout,
      parts.map((part) => ({
        ...part,
        plan: isRight ? part.plan : withClock(part.plan, offsets[part.name]),
      })),
    )
  }
  return {
    maxGapMs: shortGapMs,
    lastsMs: 6000,
    async cause(trial) {
      await restart(trial, false)
      await assertSkew(trial.layout.ports.web[0] ?? 0)
    },
    heal: (trial) => restart(trial, true),
  }
}

function withClock(plan: ProcessPlan, seconds: number): ProcessPlan {
  const env = {
    ...plan.env,
    LD_PRELOAD: fakeTime,
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  return { ...plan, env }
}

/** The library may not work with a program: then nothing would be proved. */
async function assertSkew(port: number): Promise<void> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health/live`)
  const seconds = (new Date(headers.get('date') ?? '').getTime() - Date.now()) / 1000
  if (Math.abs(seconds - skewSeconds) > 2) throw new Error(`the clock is off by ${seconds} s`)
}

function missingFromLog({ layout }: Trial, name: string, text: string): string[] {
  const log = readFileSync(logFileOf(layout, name), 'utf8')
  return log.includes(text) ? [] : [`${name} should log: ${text}`]
}
