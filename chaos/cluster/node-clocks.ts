import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterLayout, ClusterNode } from '../../deploy/cluster/layout.ts'
import { withNodeClient } from '../../deploy/cluster/prepare-database.ts'
import { assertOffset, clockProblem, offsetOf, offsetText, withOffsetFile } from '../fake-time.ts'

/** Above the second for which each process remembers its offset. */
const stepMs = 1200

const clockFile = ({ folder }: ClusterNode) => join(folder, 'clock')

/**
 * Gives each node a PostgreSQL that follows a clock of its own if `setClock` was called before it started. Patroni runs with
 * the right time.
 */
export function withNodeClocks(layout: ClusterLayout): ClusterLayout {
  if (clockProblem() !== undefined) return layout
  const nodes = layout.nodes.map((node) => ({ ...node, postgresPrograms: linkPrograms(node) }))
  return { ...layout, nodes }
}

/** Links to all programs, and a script in the place of `postgres`. */
function linkPrograms(node: ClusterNode): string {
  const folder = join(node.folder, 'programs')
  const programs = node.postgresPrograms
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const name of readdirSync(programs))
    if (name !== 'postgres') symlinkSync(join(programs, name), join(folder, name))
  const variables = Object.entries(withOffsetFile(clockFile(node))).map(
    ([name, value]) => `${name}='${value}'`,
  )
  const script = `#!/bin/sh
if [ -e '${clockFile(node)}' ]; then exec env ${variables.join(' ')} '${programs}/postgres' "$@"; fi
exec '${programs}/postgres' "$@"
`
  writeFileSync(join(folder, 'postgres'), script, { mode: 0o755 })
  return folder
}

/**
 * Sets how many seconds the clock of a node is off, within a second. PostgreSQL can start only
 * while the offset is 0: Patroni does not accept a server whose start time differs from that of its process.
 */
export function setClock(node: ClusterNode, seconds: number): void {
  writeFileSync(clockFile(node), offsetText(seconds))
}

/** From the next start on, the node has the right time again. Call it with all clocks at 0. */
export function removeClock(node: ClusterNode): void {
  rmSync(clockFile(node), { force: true })
}

/**
 * Moves clocks by a second at a time, as time servers do: PostgreSQL would take a jump for a lost connection, since both
 * ends of a replication wait for five seconds only.
 */
export async function moveClocks(
  targets: readonly { node: ClusterNode; from: number; to: number }[],
): Promise<void> {
  const steps = Math.max(...targets.map(({ from, to }) => Math.abs(to - from)))
  for (let step = 1; step <= steps; step += 1) {
    for (const { node, from, to } of targets) setClock(node, from + Math.round(((to - from) * step) / steps))
    await pause(stepMs)
  }
  for (const { node, to } of targets) assertOffset(node.name, await readOffset(node), to)
}

/** How many seconds the clock of a node is off. */
export async function readOffset(node: ClusterNode): Promise<number> {
  return withNodeClient(node, async (client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return rows[0] ? offsetOf(rows[0].now) : Number.NaN
  })
}
