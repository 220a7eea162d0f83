import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { printStep, secondsSince } from '../../tools/launch/terminal.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { archiveLastChanges } from './archive-changes.ts'
import { findLeader, waitFor } from './cluster-state.ts'
import type { ClusterLayout } from './layout.ts'
import { enginesOf } from './cluster-processes.ts'
import { prepareRole } from './prepare-database.ts'
import { verifyBackup } from './verify-backup.ts'
import { startNodes, startProcess } from './start-cluster.ts'
import { stopNodes, stopTerrace } from './stop-cluster.ts'
import { writeConfiguration } from './write-configuration.ts'

const timeoutMs = 180_000

/**
 * Restores the whole cluster to a point in time: the first node restores the backup and replays the archived log up to
 * `time`, the others are copied from it. Terrace's processes stay stopped, because the restored state must first be settled
 * with the payment provider. The old data of the first node stay next to the new ones.
 * @throws UserError before anything is stopped if the backup cannot be restored. Later, the old data are still there
 */
export async function restoreCluster(layout: ClusterLayout, time: Date): Promise<void> {
  const [node] = layout.nodes
  if (!node) return
  const target = pgTime(time)
  printStep('restore', 'reads the backup before anything is stopped')
  await verifyBackup(layout, node, target)
  await stopTerrace(layout)
  await archiveLastChanges(layout)
  await stopNodes(layout)
  const from = Date.now()
  const suffix = `before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  // The lock and the history of Patroni, in etcd, are those of the replaced data.
  const replaced = layout.nodes.flatMap(({ folder }) => [join(folder, 'data'), join(folder, 'etcd')])
  for (const path of replaced) if (existsSync(path)) renameSync(path, `${path}.${suffix}`)
  writeConfiguration(layout, { node, time: target })
  const engines = enginesOf(layout)
  const etcd = engines.filter(({ name }) => name.startsWith('etcd'))
  await Promise.all(etcd.map((member) => startProcess(layout, member)))
  const patroni = engines.filter(({ name }) => name.startsWith('node'))
  const first = patroni.find(({ name }) => name === node.name)
  if (first) await startProcess(layout, first)
  await waitFor(`${node.name} at ${target}`, () => findLeader(layout), timeoutMs)
  printStep('restore', `${node.name} is at ${target} after ${secondsSince(from)}`)
  await startNodes(layout, patroni)
  writeConfiguration(layout)
  await waitFor('a leader behind HAProxy', () => prepareRole(layout), timeoutMs)
  for (const path of replaced)
    if (path !== join(node.folder, 'data')) rmSync(`${path}.${suffix}`, { recursive: true, force: true })
  printStep('restore', `all nodes are copies of it after ${secondsSince(from)}`)
}

/** Parses a time such as `2026-05-04T10:15:00Z`. @throws UserError if it is none, or is in the future */
export function readTime(text: string | undefined): Date {
  const time = new Date(text ?? '')
  if (Number.isNaN(time.getTime()) || time.getTime() > Date.now())
    throw new UserError('--to: a time in the past with its zone, such as 2026-05-04T10:15:00Z')
  return time
}

/** As PostgreSQL and pgBackRest read it. */
export function pgTime(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '+00')
}
