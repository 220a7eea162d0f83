import { parseArgs } from 'node:util'
import { engineProblem, findEngines, type Engines } from '../deploy/cluster/engines.ts'
import { clockProblem } from './fake-time.ts'
import { cutOffPrimary, partitionProblem } from './cluster/cut-off-node.ts'
import { lagReplicas, loseEtcdMajority, nameWrongReplica, skewClocks } from './cluster/degraded.ts'
import {
  killPrimaryNode,
  killPrimaryServer,
  killProcess,
  killReplica,
  restartProcesses,
  ttlSeconds,
} from './cluster/kill-processes.ts'
import { killWorkers } from './cluster/kill-workers.ts'
import { checkEmails } from './cluster/emails.ts'
import { findOldRelease } from './cluster/old-release.ts'
import { releaseProblem, replaceRelease } from './cluster/replace-release.ts'
import { restoreDamagedBackup, restoreToPointInTime } from './cluster/restore-backup.ts'
import { runFault, type ClusterFault, type FaultResult } from './cluster/run-fault.ts'
import { skewNodes } from './cluster/skew-nodes.ts'
import { hangPatroni } from './cluster/stuck-patroni.ts'
import { copyLogs, removeTrial, startTrial, type Trial } from './cluster/trial.ts'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'

const limitMs = 30 * 60_000
const stepLimitMs = 5 * 60_000
const poolerGapMs = 10_000

interface Step {
  run: (trial: Trial) => Promise<FaultResult>
  /** Why it cannot run here. */
  problem?: (trial: Trial) => string | undefined
}

const withBuyers = (fault: ClusterFault): Step => ({ run: (trial) => runFault(trial, fault) })

const steps: Record<string, Step> = {
  // The cluster starts with the old release.
  release: { ...withBuyers(replaceRelease()), problem: releaseProblem },
  // First: what the worker was sending is sent again a minute later.
  worker: withBuyers(killProcess('worker1')),
  workers: withBuyers(killWorkers()),
  web: withBuyers(killProcess('web1')),
  'primary-server': withBuyers(killPrimaryServer),
  'primary-node': withBuyers(killPrimaryNode),
  replica: withBuyers(killReplica),
  redis: withBuyers(killProcess('redis')),
  pgbouncer: withBuyers(killProcess('pgbouncer', { maxGapMs: poolerGapMs })),
  'cut-off': {
    ...withBuyers(cutOffPrimary()),
    problem: ({ layout }) => layout.nodes[0] && partitionProblem(layout.nodes[0]),
  },
  'stuck-patroni': withBuyers(hangPatroni()),
  'etcd-majority': withBuyers(loseEtcdMajority()),
  'lagging-replica': withBuyers(lagReplicas()),
  'wrong-replica': withBuyers(nameWrongReplica()),
  'clock-skew': { ...withBuyers(skewClocks()), problem: clockProblem },
  'node-clocks': { ...withBuyers(skewNodes()), problem: clockProblem },
  emails: { run: checkEmails },
  'damaged-backup': { run: restoreDamagedBackup },
  restore: { run: restoreToPointInTime },
}

/**
 * A cluster of existing engines (deploy/cluster) under buyers who hold and pay, while its parts fail one after another.
 * After each fault, every response that buyers got must be true, the ledger balanced, and every job done once.
 */
export async function cluster(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { fault: { type: 'string' } } })
  const names = values.fault?.split(',') ?? Object.keys(steps)
  if (names.some((name) => !(name in steps)))
    throw new RangeError(`--fault: some of ${Object.keys(steps).join(', ')}`)
  // Emails are compared after any fault, because each of them can interrupt a worker.
  const chosen = Object.entries(steps).filter(([name]) => name === 'emails' || names.includes(name))
  const found = findEngines()
  if (!('engines' in found)) {
    console.log(JSON.stringify({ chaos: 'cluster', ok: true, skipped: engineProblem() }))
    return true
  }
  const stopped = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.reject(new Error('stopped')))
  try {
    const running = withTimeLimit('the scenario', limitMs, runSteps(found.engines, chosen))
    return await Promise.race([running, stopped.promise])
  } finally {
    await removeTrial(found.engines)
  }
}

async function runSteps(engines: Engines, chosen: [string, Step][]): Promise<boolean> {
  const from = performance.now()
  const isUpgrade = chosen.some(([name]) => name === 'release')
  const trial = await startTrial(engines, isUpgrade ? findOldRelease() : undefined)
  const print = (line: Record<string, unknown>) => console.log(JSON.stringify({ chaos: 'cluster', ...line }))
  const release = trial.oldRelease?.commit.slice(0, 8)
  print({
    started: true,
    seconds: secondsSince(from),
    postgres: engines.postgresVersion,
    ttlSeconds,
    release,
  })
  let isConsistent = true
  for (const [fault, step] of chosen) {
    const skipped = step.problem?.(trial)
    if (skipped !== undefined) {
      print({ fault, ok: true, skipped })
      continue
    }
    const startedAt = performance.now()
    const { result, end } = await runStep(fault, step, trial)
    const { problems, ...counts } = result
    isConsistent &&= problems.length === 0
    const seconds = secondsSince(startedAt)
    print({ fault, ok: problems.length === 0, problems: problems.slice(0, 40), seconds, ...counts })
    if (end !== undefined) {
      print({ ok: false, problems: [`${end}; the remaining faults were left out`] })
      break
    }
  }
  if (!isConsistent) print({ logs: copyLogs(trial) })
  print({ ok: isConsistent, seconds: secondsSince(from) })
  return isConsistent
}

/** Runs a step; `end` says why none can follow it. */
async function runStep(
  fault: string,
  { run }: Step,
  trial: Trial,
): Promise<{ result: FaultResult; end?: string }> {
  try {
    return { result: await withTimeLimit(fault, stepLimitMs, run(trial)) }
  } catch (error) {
    if (error instanceof TimeLimitExceeded)
      return { result: { problems: [error.message] }, end: 'the step still runs' }
    const failures = [error, ...(await restart(trial))]
    return {
      result: { problems: failures.map(describe) },
      ...(failures.length > 1 && { end: 'the cluster does not run again' }),
    }
  }
}

/** Starts what a failed step left stopped; returns why that failed, if it did. */
async function restart(trial: Trial): Promise<unknown[]> {
  try {
    await restartProcesses(trial)
    return []
  } catch (error) {
    return [error]
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function secondsSince(from: number): number {
  return Math.round((performance.now() - from) / 1000)
}
