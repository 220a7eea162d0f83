import { readlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { terraceOf } from '../../deploy/cluster/cluster-processes.ts'
import type { ClusterLayout } from '../../deploy/cluster/layout.ts'
import { findProcess, stopRecorded } from '../../deploy/cluster/running-processes.ts'
import { startProcess } from '../../deploy/cluster/start-cluster.ts'
import { restartProcesses, shortGapMs } from './kill-processes.ts'
import { migrateWith } from './old-release.ts'
import type { ClusterFault } from './run-fault.ts'
import { trialVariables, type Trial } from './trial.ts'

const projectFolder = resolve(import.meta.dirname, '../..')
/** As docs/guides/operations.md advises before a process is killed. */
const stopTimeoutMs = 30_000
/** Workers first: an old worker skips events that only the new release knows. */
const order = ['worker1', 'worker2', 'web1', 'web2', 'web3']

/** Why no release can be replaced; `undefined` if one can. */
export function releaseProblem({ oldRelease }: Trial): string | undefined {
  return oldRelease === undefined ? 'the history lacks the old release (git fetch --unshallow)' : undefined
}

/** Upgrades from the old release to this one, as docs/guides/operations.md says: the schema first, then each process. */
export function replaceRelease(): ClusterFault {
  const problems: string[] = []
  return {
    maxGapMs: shortGapMs,
    lastsMs: 1000,
    async inject({ layout, oldRelease }) {
      problems.push(...findOtherCode(layout, oldRelease?.folder ?? ''))
      await migrateWith(layout, projectFolder)
      const planned = terraceOf(layout, trialVariables)
      for (const name of order) {
        const from = performance.now()
        await stopRecorded(layout, name, stopTimeoutMs)
        if (performance.now() - from >= stopTimeoutMs)
          problems.push(`${name} did not end within ${stopTimeoutMs / 1000} s after SIGTERM`)
        const next = planned.find((process) => process.name === name)
        if (next) await startProcess(layout, next)
      }
    },
    recover: restartProcesses,
    check: async ({ layout, record }) => [
      ...problems,
      ...findOtherCode(layout, projectFolder),
      ...Object.entries(record.statuses)
        .filter(([status]) => !['200', '409'].includes(status))
        .map(([status, count]) => `${count} responses had status ${status}; an upgrade should cause none`),
    ],
  }
}

/** Processes of Terrace that do not run the code of this folder. */
function findOtherCode(layout: ClusterLayout, codeFolder: string): string[] {
  return order.flatMap((name) => {
    const identity = findProcess(layout, name)
    const folder = identity && readlinkSync(`/proc/${identity.pid}/cwd`)
    return folder === codeFolder
      ? []
      : [`${name} should run the code of ${codeFolder}: ${folder ?? 'stopped'}`]
  })
}
