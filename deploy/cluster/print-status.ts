import { findLeader, findReplicas } from './cluster-state.ts'
import type { ClusterLayout } from './layout.ts'
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
    const pid = identity ? `pid ${identity.pid}` : ''
    console.log(`  ${name.padEnd(11)}${at.padEnd(20)}${pid.padEnd(13)}${state}${roleOf(name)}`)
  }
}
