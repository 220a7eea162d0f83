import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf } from '../../tools/launch/database/cluster.ts'
import {
  endProcess,
  identify,
  isProcessRunning,
  type ProcessIdentity,
} from '../../tools/launch/processes/process-identity.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'

const closedName = 'closed'

export interface ProcessPlan {
  program: string
  args: readonly string[]
  env?: Record<string, string>
  /** Runs in the network of this node. */
  node?: ClusterNode
  /** Runs with the rights of the engines; Terrace itself runs with those of the caller. */
  asEngine?: boolean
  cwd?: string
}

/** Starts a program that goes on after this one, and records it, so that exactly it is stopped later. */
export function startRecorded(layout: ClusterLayout, name: string, plan: ProcessPlan): void {
  const { user, folder, engines } = layout
  if (existsSync(join(folder, closedName))) throw new Error('the cluster is being deleted')
  const { node, asEngine = true } = plan
  const log = openSync(logFileOf(layout, name), 'a')
  const inNetwork = node?.namespace !== undefined
  const identityOptions = asEngine && user ? ['-S', String(user.uid), '-G', String(user.gid)] : []
  const [program, args] = inNetwork
    ? [
        engines.programs.nsenter,
        [`--net=/run/netns/${node.namespace}`, ...identityOptions, '--', plan.program, ...plan.args],
      ]
    : [plan.program, [...plan.args]]
  const child = spawn(program, args, {
    // Only root may enter a network; it drops its rights there.
    ...(asEngine && !inNetwork ? identityOf(user) : {}),
    cwd: plan.cwd ?? folder,
    env: { ...process.env, ...(asEngine ? { HOME: folder, LC_ALL: 'C.UTF-8' } : {}), ...plan.env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  // The caller notices from the missing readiness.
  child.on('error', () => undefined)
  child.unref()
  const identity = child.pid === undefined ? undefined : identify(child.pid)
  if (!identity) throw new Error(`${name} did not start: see ${logFileOf(layout, name)}`)
  writeRecords(layout, { ...readRecords(layout), [name]: identity })
}

/** From now on nothing is started, until the folder is deleted: an interrupted run may still try. */
export function refuseStarts({ folder }: ClusterLayout): void {
  writeFileSync(join(folder, closedName), '')
}

export function findProcess(layout: ClusterLayout, name: string): ProcessIdentity | undefined {
  const identity = readRecords(layout)[name]
  return identity && isProcessRunning(identity) ? identity : undefined
}

/**
 * Ends a process with SIGTERM, or kills it after `timeoutMs`.
 * @throws UserError if it still runs; it stays recorded then
 */
export async function stopRecorded(layout: ClusterLayout, name: string, timeoutMs: number): Promise<void> {
  const identity = findProcess(layout, name)
  if (identity && !(await endProcess(identity, 'SIGTERM', timeoutMs))) await kill(name, identity)
  const { [name]: _, ...others } = readRecords(layout)
  writeRecords(layout, others)
}

/**
 * Kills a process, as in a crash.
 * @throws UserError if it still runs
 */
export async function killRecorded(layout: ClusterLayout, name: string): Promise<void> {
  const identity = findProcess(layout, name)
  if (identity) await kill(name, identity)
}

async function kill(name: string, identity: ProcessIdentity): Promise<void> {
  if (!(await endProcess(identity, 'SIGKILL', 5000)))
    throw new UserError(`${name} (pid ${identity.pid}) does not end: run the command again.`)
}

/** Names of the processes that were started and not stopped. */
export function recordedNames(layout: ClusterLayout): string[] {
  return Object.keys(readRecords(layout))
}

export function logFileOf({ folder }: ClusterLayout, name: string): string {
  return join(folder, 'logs', `${name}.log`)
}

/** The last lines that a process has written. */
export function endOfLog(layout: ClusterLayout, name: string): string {
  return readFileSync(logFileOf(layout, name), 'utf8').trim().split('\n').slice(-5).join('\n')
}

function recordFile({ folder }: ClusterLayout): string {
  return join(folder, 'processes.json')
}

function readRecords(layout: ClusterLayout): Record<string, ProcessIdentity> {
  const file = recordFile(layout)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, ProcessIdentity>) : {} // written below
}

function writeRecords(layout: ClusterLayout, records: Record<string, ProcessIdentity>): void {
  writeFileSync(recordFile(layout), JSON.stringify(records, undefined, 2))
}
