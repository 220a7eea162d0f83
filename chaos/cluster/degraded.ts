import { existsSync, readFileSync, statSync } from 'node:fs'
import { findLeader, waitFor } from '../../deploy/cluster/cluster-state.ts'
import { databaseUrl, type ClusterLayout, type ClusterNode } from '../../deploy/cluster/layout.ts'
import { terraceOf, type ClusterProcess } from '../../deploy/cluster/cluster-processes.ts'
import { withNodeClient } from '../../deploy/cluster/prepare-database.ts'
import { killRecorded, logFileOf, stopRecorded } from '../../deploy/cluster/running-processes.ts'
import { startProcesses } from '../../deploy/cluster/start-cluster.ts'
import { assertOffset, offsetOf, readServerClock, withOffset } from '../fake-time.ts'
import { startExtraWeb, stopExtraWeb } from './extra-web.ts'
import { leaderOf, restartProcesses, shortGapMs, ttlSeconds, waitUntilComplete } from './kill-processes.ts'
import type { ClusterFault } from './run-fault.ts'
import { trialVariables, type Trial } from './trial.ts'

const skewSeconds = 5
/** Default of DATABASE_REPLICA_MAX_AGE_SECONDS. */
const maxReplicaAgeSeconds = 5
/** Long enough for the alert `TerraceReplicaBehind`, too. */
const lagMinutes = 2

/** Both replicas stop showing changes: reads must not go to them. */
export function lagReplicas(): ClusterFault {
  const problems: string[] = []
  let replayers: number[] = []
  let readLog: (() => string) | undefined
  return {
    maxGapMs: shortGapMs,
    lastsMs: lagMinutes * 60_000,
    async inject(trial) {
      const isRead = async () => (await readReplicaAge(trial)) <= maxReplicaAgeSeconds
      await waitFor('web1 to read from the replica', isRead, 20_000)
      readLog = logFromNow(trial.layout, 'web1')
      replayers = await findReplayers(trial)
      for (const pid of replayers) process.kill(pid, 'SIGSTOP')
    },
    async recover(trial) {
      const age = await readReplicaAge(trial).catch(() => Number.NaN)
      if (Number.isNaN(age) || age <= maxReplicaAgeSeconds)
        problems.push(`replica_age_seconds of web1 is ${age}`)
      for (const pid of replayers) process.kill(pid, 'SIGCONT')
      await waitUntilComplete(trial)
    },
    check: async () => [
      ...problems,
      ...missing('web1', readLog, 'the replica is unreachable or too far behind; reading from the primary'),
    ],
  }
}

/**
 * The processes that replay the log on both replicas. They are stopped themselves, because Patroni ends a pause by
 * `pg_wal_replay_pause` within seconds.
 */
async function findReplayers(trial: Trial): Promise<number[]> {
  const leader = await leaderOf(trial)
  const replicas = trial.layout.nodes.filter((node) => node !== leader)
  return Promise.all(
    replicas.map((node) =>
      withNodeClient(node, async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          "select pid from pg_stat_activity where backend_type = 'startup'",
        )
        if (!rows[0]) throw new Error(`${node.name} replays no log`)
        return rows[0].pid
      }),
    ),
  )
}

/** Two of three etcd members end: no leader can be chosen, and the one that is there goes on (`failsafe_mode`). */
export function loseEtcdMajority(): ClusterFault {
  let before: ClusterNode | undefined
  const problems: string[] = []
  return {
    maxGapMs: shortGapMs,
    lastsMs: (ttlSeconds + 5) * 1000,
    async inject(trial) {
      before = await leaderOf(trial)
      for (const name of ['etcd2', 'etcd3']) await killRecorded(trial.layout, name)
    },
    async recover(trial) {
      const during = await findLeader(trial.layout)
      if (during?.name !== before?.name)
        problems.push(`the primary changed from ${before?.name ?? '–'} to ${during?.name ?? 'none'}`)
      await restartProcesses(trial)
    },
    check: async () => problems,
  }
}

/** A process is started with an address that is no replica, and one with an address where nothing listens. */
export function nameWrongReplica(): ClusterFault {
  let logs: (() => string)[] = []
  return {
    maxGapMs: shortGapMs,
    lastsMs: 3000,
    async inject({ layout }) {
      logs = [logFromNow(layout, 'web8'), logFromNow(layout, 'web9')]
      const otherDatabase = databaseUrl(layout, layout.ports.leader, 'postgres')
      const closedPort = databaseUrl(layout, 1)
      await Promise.all([
        startExtraWeb(layout, 'web8', { DATABASE_REPLICA_URL: otherDatabase }),
        startExtraWeb(layout, 'web9', { DATABASE_REPLICA_URL: closedPort }),
      ])
    },
    async recover({ layout }) {
      for (const name of ['web8', 'web9'] as const) await stopExtraWeb(layout, name)
    },
    check: async () => [
      ...missing('web8', logs[0], 'DATABASE_REPLICA_URL is no replica of DATABASE_URL'),
      ...missing('web9', logs[1], 'the replica is unreachable or too far behind'),
    ],
  }
}

/** The clocks of two web processes and a worker are wrong by five seconds each way, compared with the database. */
export function skewClocks(): ClusterFault {
  const offsets = { web1: skewSeconds, web2: -skewSeconds, worker1: skewSeconds }
  const isSkewed = (one: ClusterProcess): one is ClusterProcess & { name: keyof typeof offsets } =>
    one.name in offsets
  const restart = async ({ layout }: Trial, isRight: boolean) => {
    const skewed = terraceOf(layout, trialVariables).filter(isSkewed)
    await Promise.all(skewed.map(({ name }) => stopRecorded(layout, name, 30_000)))
    await startProcesses(
      layout,
      skewed.map(({ name, plan, ...rest }) => ({
        ...rest,
        name,
        plan: isRight ? plan : { ...plan, env: { ...plan.env, ...withOffset(offsets[name]) } },
      })),
    )
  }
  return {
    maxGapMs: shortGapMs,
    lastsMs: 6000,
    async inject(trial) {
      await restart(trial, false)
      const clock = await readServerClock(trial.layout.ports.web[0] ?? 0)
      assertOffset('web1', offsetOf(clock), skewSeconds)
    },
    recover: (trial) => restart(trial, true),
  }
}

/** Returns what a process has logged since this call. */
function logFromNow(layout: ClusterLayout, name: string): () => string {
  const file = logFileOf(layout, name)
  const length = existsSync(file) ? statSync(file).size : 0
  return () => readFileSync(file).subarray(length).toString('utf8')
}

function missing(name: string, readLog: (() => string) | undefined, text: string): string[] {
  return readLog?.().includes(text) ? [] : [`${name} should log: ${text}`]
}

/** How old the data are that web1 would read from the replica; NaN if it does not know. */
async function readReplicaAge({ layout: { ports } }: Trial): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports.web[0]}/metrics`, {
    headers: { authorization: `Bearer ${trialVariables.METRICS_TOKEN}` },
  })
  return Number(/^replica_age_seconds (\S+)$/m.exec(await response.text())?.[1])
}
