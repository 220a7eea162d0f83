import { join } from 'node:path'
import { findLeader } from './cluster-state.ts'
import { stopPostgres } from './stop-postgres.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'
import { removeNetwork } from './network.ts'
import { killRecorded, recordedNames, refuseStarts, stopRecorded } from './running-processes.ts'

/** Above the time in which running payments finish. */
const stopTimeoutMs = 45_000

/**
 * Stops every process that was started, and removes the networks. Data stay.
 * @throws UserError if a process does not end
 */
export async function stopCluster(layout: ClusterLayout): Promise<void> {
  await stopTerrace(layout)
  await stopAll(layout, /^(haproxy|pgbouncer|redis)$/)
  await stopNodes(layout)
  // What else was recorded.
  await stopAll(layout, /./)
  removeNetwork(layout)
}

/**
 * Ends every process at once, as for a cluster whose data are deleted next.
 * @throws UserError if a process does not end; its data must stay then
 */
export async function killCluster(layout: ClusterLayout): Promise<void> {
  refuseStarts(layout)
  await Promise.all(recordedNames(layout).map((name) => killRecorded(layout, name)))
  for (const node of layout.nodes) await stopPostgres(join(node.folder, 'data'), [['SIGQUIT', 10_000]])
  removeNetwork(layout)
}

export async function stopTerrace(layout: ClusterLayout): Promise<void> {
  await stopAll(layout, /^(web|worker)/)
  await stopAll(layout, /^sandbox$/)
}

/**
 * Stops Patroni and PostgreSQL, replicas first so that none takes over, and then etcd.
 * @throws UserError if one does not end; its data must stay then
 */
export async function stopNodes(layout: ClusterLayout): Promise<void> {
  const leader = await findLeader(layout)
  const replicas = layout.nodes.filter((node) => node !== leader)
  await Promise.all(replicas.map((node) => stopNode(layout, node)))
  if (leader) await stopNode(layout, leader)
  await stopAll(layout, /^etcd/)
}

async function stopNode(layout: ClusterLayout, node: ClusterNode): Promise<void> {
  await stopRecorded(layout, node.name, stopTimeoutMs)
  // A killed Patroni leaves its server.
  await stopPostgres(join(node.folder, 'data'), [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ])
}

async function stopAll(layout: ClusterLayout, names: RegExp): Promise<void> {
  const chosen = recordedNames(layout).filter((name) => names.test(name))
  await Promise.all(chosen.map((name) => stopRecorded(layout, name, stopTimeoutMs)))
}
