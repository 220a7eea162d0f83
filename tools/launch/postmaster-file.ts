import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, identify, type ProcessIdentity } from './process-identity.ts'

/** What a running PostgreSQL writes into `postmaster.pid`. */
export interface Postmaster {
  identity: ProcessIdentity
  port: number
  socketFolder: string
  listenAddress: string
  status: string
}

/** The server that runs on `cluster` now, or `undefined`; a file that a killed server left behind does not count. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(cluster)
  if (!lines) return undefined
  const pid = Number(lines[0])
  const identity = Number.isSafeInteger(pid) && pid > 0 ? identify(pid) : undefined
  if (!identity || !servesCluster(pid, cluster)) return undefined
  return {
    identity,
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    listenAddress: lines[5] ?? '',
    status: (lines[7] ?? 'starting').trim(),
  }
}

/**
 * Makes a left-behind `postmaster.pid` name no living process. PostgreSQL refuses to start while the number in it
 * is taken, though by then it may be another program's, or a dead one's that nobody reaped. The rest of the file
 * stays: with it the new server checks that no process of the old one still holds the shared memory.
 */
export function disarmLeftover(cluster: string): void {
  const lines = readLines(cluster)
  if (!lines || readPostmaster(cluster)) return
  const noSuchProcess = '2147483646'
  writeFileSync(join(cluster, 'postmaster.pid'), [noSuchProcess, ...lines.slice(1)].join('\n'))
}

function readLines(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split(/\r?\n/)
  } catch {
    // No file, no server.
    return undefined
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  const plain = (text: string) =>
    process.platform === 'win32' ? text.replaceAll('\\', '/').toLowerCase() : text
  const command = plain(commandLine(pid) ?? '')
  return command.includes('postgres') && command.includes(plain(cluster))
}
