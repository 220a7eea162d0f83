import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPortTaken } from '../../tools/launch/processes/ports.ts'
import { printStep, secondsSince } from '../../tools/launch/terminal.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { findLeader, findReplicas, waitFor } from './ask-part.ts'
import type { ClusterLayout } from './layout.ts'
import { createNetwork } from './network.ts'
import { enginesOf, terraceOf, type Part } from './parts.ts'
import { prepareBackups, prepareRole } from './prepare-database.ts'
import { endOfLog, identityOfPart, startRecorded } from './running-processes.ts'
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
  await startParts(layout, etcd)
  await startNodes(layout, patroni)
  await startParts(layout, others)
  await waitFor('a leader behind HAProxy', () => prepareRole(layout), startTimeoutMs)
  printStep('engines', `ready in ${secondsSince(from)}; PostgreSQL ${layout.engines.postgresVersion}`)
  await prepareBackups(layout)
}

/** A new cluster begins with one node, of which the others are copies. */
export async function startNodes(layout: ClusterLayout, patroni: readonly Part[]): Promise<void> {
  const isNew = !layout.nodes.some(({ folder }) => existsSync(join(folder, 'data', 'PG_VERSION')))
  const [first] = patroni
  if (isNew && first) await startPart(layout, first)
  for (const part of patroni) await startPart(layout, part)
  await waitFor('a leader', () => findLeader(layout), startTimeoutMs)
  await waitFor('every node', async () => (await findReplicas(layout)).length >= 2, startTimeoutMs)
  await waitFor(
    'a synchronous replica',
    async () => (await findReplicas(layout, 'synchronous')).length > 0,
    startTimeoutMs,
  )
}

/** Starts Terrace's processes that do not run: the first one alone, because it creates the keys. */
export async function startTerrace(layout: ClusterLayout, env: Record<string, string> = {}): Promise<void> {
  const from = Date.now()
  mkdirSync(join(layout.folder, 'data'), { recursive: true })
  const [sandbox, first, ...rest] = terraceOf(layout, env)
  if (sandbox) await startPart(layout, sandbox)
  if (first) await startPart(layout, first)
  await startParts(layout, rest)
  printStep('terrace', `ready in ${secondsSince(from)}`)
}

/** Starts a part that does not run, and waits until it is ready. */
export async function startPart(layout: ClusterLayout, part: Part): Promise<void> {
  await startParts(layout, [part])
}

/** Starts the parts that do not run, and waits until all are ready. */
export async function startParts(layout: ClusterLayout, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    if (identityOfPart(layout, part.name)) continue
    await assertFree(part)
    startRecorded(layout, part.name, part.plan)
  }
  await Promise.all(parts.map((part) => waitUntilReady(layout, part)))
}

async function waitUntilReady(layout: ClusterLayout, { name, isReady }: Part): Promise<void> {
  await waitFor(
    name,
    async () => {
      if (await isReady()) return true
      if (!identityOfPart(layout, name))
        throw new UserError(
          `${name} ended before it was ready. The end of its log:\n${endOfLog(layout, name)}`,
        )
      return false
    },
    startTimeoutMs,
  )
}

async function assertFree({ name, at, plan }: Part): Promise<void> {
  const [host = '', port = ''] = at.split(':')
  if (plan.node === undefined && (await isPortTaken(Number(port), host)))
    throw new UserError(
      `Another program uses ${at}, which ${name} needs. Choose other ports: npm run cluster -- up --port 4700`,
    )
}
