import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, identify, type ProcessIdentity } from '../processes/process-identity.ts'

/** Content of `postmaster.pid` of a running PostgreSQL. */
export interface Postmaster {
  identity: ProcessIdentity
  port: number
  socketFolder: string
  listenAddress: string
  status: string
}

/** The server that runs on `cluster`; `undefined` if there is none or its file is stale. */
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
 * Replaces the pid in a stale `postmaster.pid`. PostgreSQL does not start while the pid is in use, even by another
 * program or a zombie. The rest stays, because the new server uses it to check for leftover processes on the shared
 * memory.
 */
export function disarmLeftover(cluster: string): void {
  const lines = readLines(cluster)
  if (!lines || readPostmaster(cluster)) return
  const unusedPid = '2147483646'
  writeFileSync(join(cluster, 'postmaster.pid'), [unusedPid, ...lines.slice(1)].join('\n'))
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
