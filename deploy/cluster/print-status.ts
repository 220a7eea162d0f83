import { join } from 'node:path'
import { readPostmaster } from '../../tools/launch/database/postmaster-file.ts'
import { findLeader, findReplicas } from './cluster-state.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'
import { enginesOf, terraceOf } from './cluster-processes.ts'
import { findProcess } from './running-processes.ts'

/** Prints each process with its address, pid and state, and the role of each node. */
export async function printStatus(layout: ClusterLayout): Promise<void> {
  const [leader, replicas, synchronous] = await Promise.all([
    findLeader(layout),
    findReplicas(layout),
    findReplicas(layout, 'synchronous'),
  ])
  const nameOf = (nodes: readonly { name: string }[]) => new Set(nodes.map(({ name }) => name))
  const [replicaNames, synchronousNames] = [nameOf(replicas), nameOf(synchronous)]
  const roleOf = (name: string) => {
    if (name === leader?.name) return ', leader'
    if (synchronousNames.has(name)) return ', synchronous replica'
    return replicaNames.has(name) ? ', replica' : ''
  }
  for (const { name, at, isReady } of [...enginesOf(layout), ...terraceOf(layout)]) {
    const identity = findProcess(layout, name)
    const state = identity ? ((await isReady()) ? 'ready' : 'not ready') : 'stopped'
    printRow({ name, at, pid: identity?.pid, state: state + roleOf(name) })
    const node = layout.nodes.find((candidate) => candidate.name === name)
    if (node) printPostgres(node)
  }
}

/** Patroni starts it, so it is no process of the list. */
function printPostgres({ name, address, folder }: ClusterNode): void {
  const postmaster = readPostmaster(join(folder, 'data'))
  printRow({
    name: name.replace('node', 'postgres'),
    at: `${address}:5432`,
    pid: postmaster?.identity.pid,
    state: postmaster?.status ?? 'stopped',
  })
}

function printRow(row: { name: string; at: string; pid: number | undefined; state: string }): void {
  const pid = row.pid === undefined ? '' : `pid ${row.pid}`
  console.log(`  ${row.name.padEnd(11)}${row.at.padEnd(20)}${pid.padEnd(13)}${row.state}`)
}
