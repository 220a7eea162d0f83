import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPortTaken } from '../../tools/launch/processes/ports.ts'
import { printStep, secondsSince } from '../../tools/launch/terminal.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { findLeader, findReplicas, waitFor } from './cluster-state.ts'
import type { ClusterLayout } from './layout.ts'
import { createNetwork } from './network.ts'
import { enginesOf, terraceOf, type ClusterProcess } from './cluster-processes.ts'
import { prepareBackups, prepareRole } from './prepare-database.ts'
import { endOfLog, findProcess, startRecorded } from './running-processes.ts'
import { writeConfiguration } from './write-configuration.ts'

const startTimeoutMs = 90_000

/** Starts the engines that do not run, in order, and waits until a leader with two replicas accepts changes. */
export async function startEngines(layout: ClusterLayout): Promise<void> {
  const from = Date.now()
  createNetwork(layout)
  writeConfiguration(layout)
  const engines = enginesOf(layout)
  const [etcd, patroni, others] = [
    engines.filter(({ name }) => name.startsWith('etcd')),
    engines.filter(({ name }) => name.startsWith('node')),
    engines.filter(({ name }) => !/^(etcd|node)/.test(name)),
  ]
  await startProcesses(layout, etcd)
  await startNodes(layout, patroni)
  await startProcesses(layout, others)
  await waitFor('a leader behind HAProxy', () => prepareRole(layout), startTimeoutMs)
  printStep('engines', `ready in ${secondsSince(from)}; PostgreSQL ${layout.engines.postgresVersion}`)
  await prepareBackups(layout)
}

/** A new cluster begins with one node, of which the others are copies. */
export async function startNodes(layout: ClusterLayout, patroni: readonly ClusterProcess[]): Promise<void> {
  const isNew = !layout.nodes.some(({ folder }) => existsSync(join(folder, 'data', 'PG_VERSION')))
  const [first] = patroni
  if (isNew && first) await startProcess(layout, first)
  for (const node of patroni) await startProcess(layout, node)
  await waitFor('a leader', () => findLeader(layout), startTimeoutMs)
  await waitFor('every node', async () => (await findReplicas(layout)).length >= 2, startTimeoutMs)
  await waitFor(
    'a synchronous replica',
    async () => (await findReplicas(layout, 'synchronous')).length > 0,
    startTimeoutMs,
  )
}

/** Starts Terrace's processes that do not run: the first one alone, because it creates the keys. */
export async function startTerrace(
  layout: ClusterLayout,
  env: Record<string, string> = {},
  codeFolder?: string,
): Promise<void> {
  const from = Date.now()
  mkdirSync(join(layout.folder, 'data'), { recursive: true })
  const [sandbox, first, ...rest] = terraceOf(layout, env, codeFolder)
  if (sandbox) await startProcess(layout, sandbox)
  if (first) await startProcess(layout, first)
  await startProcesses(layout, rest)
  printStep('terrace', `ready in ${secondsSince(from)}`)
}

/** Starts a process that does not run, and waits until it is ready. */
export async function startProcess(layout: ClusterLayout, planned: ClusterProcess): Promise<void> {
  await startProcesses(layout, [planned])
}

/** Starts the processes that do not run, and waits until all are ready. */
export async function startProcesses(
  layout: ClusterLayout,
  planned: readonly ClusterProcess[],
): Promise<void> {
  for (const next of planned) {
    if (findProcess(layout, next.name)) continue
    await assertFree(next)
    startRecorded(layout, next.name, next.plan)
  }
  await Promise.all(planned.map((next) => waitUntilReady(layout, next)))
}

async function waitUntilReady(layout: ClusterLayout, { name, isReady }: ClusterProcess): Promise<void> {
  await waitFor(
    name,
    async () => {
      if (await isReady()) return true
      if (!findProcess(layout, name))
        throw new UserError(
          `${name} ended before it was ready. The end of its log:\n${endOfLog(layout, name)}`,
        )
      return false
    },
    startTimeoutMs,
  )
}

async function assertFree({ name, at, plan }: ClusterProcess): Promise<void> {
  const [host = '', port = ''] = at.split(':')
  if (plan.node === undefined && (await isPortTaken(Number(port), host)))
    throw new UserError(
      `Another program uses ${at}, which ${name} needs. Choose other ports: npm run cluster -- up --port 4700`,
    )
}
