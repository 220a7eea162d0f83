import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { seedStock } from '../../bench/bench-data.ts'
import type { BuyerRecord } from '../buyers.ts'
import { withoutLimits } from '../options.ts'
import { verifyRecord } from '../verify-record.ts'
import { startPostgres } from '../../tools/launch/database/embedded-postgres.ts'
import { readPostmaster } from '../../tools/launch/database/postmaster-file.ts'
import { freePort } from '../../tools/launch/processes/ports.ts'
import { isProcessRunning, pause } from '../../tools/launch/processes/process-identity.ts'
import { readOccupant } from '../../tools/launch/data-folder/data-folder.ts'

const projectFolder = resolve(import.meta.dirname, '../..')
const startTimeoutMs = 180_000
/** Above the time in which running payments finish. */
const stopTimeoutMs = 60_000

/** A whole installation, run by `npm start`. */
export interface Installation {
  dataFolder: string
  port: number
  /** What the launcher printed. */
  lines: string[]
  launcherPid: number
  isRunning: () => boolean
  /** Resolves with the exit code once the launcher has ended. */
  ended: Promise<number | null>
  /** Ends it like Ctrl-C and returns the exit code. @throws an error if it does not end */
  stop: () => Promise<number | null>
}

/** Starts Terrace on a data folder and waits until it is ready. */
export async function startInstallation(
  dataFolder: string,
  { port, env = {} }: { port?: number; env?: Record<string, string> } = {},
): Promise<Installation> {
  const usedPort = port ?? (await freePort())
  const { lines, child, ended } = runLauncher(dataFolder, usedPort, env)
  let code: number | null | undefined
  void ended.then((value) => (code = value))
  const isRunning = () => code === undefined
  const deadline = Date.now() + startTimeoutMs
  while (!lines.some((line) => line.startsWith('Terrace is ready'))) {
    if (!isRunning() || Date.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(`npm start did not become ready:\n${lines.slice(-15).join('\n')}`)
    }
    await pause(100)
  }
  return {
    dataFolder,
    port: usedPort,
    lines,
    launcherPid: child.pid ?? 0,
    isRunning,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const result = await Promise.race([ended, pause(stopTimeoutMs).then(() => 'late' as const)])
      if (result !== 'late') return result
      child.kill('SIGKILL')
      throw new Error(`npm start did not end within ${stopTimeoutMs / 1000} s`)
    },
  }
}

/** Runs `npm start` and returns what it printed, for a start that must fail. */
export async function tryStart(dataFolder: string): Promise<{ code: number | null; output: string }> {
  const { lines, child, ended } = runLauncher(dataFolder, await freePort(), {})
  const timer = setTimeout(() => child.kill('SIGTERM'), startTimeoutMs)
  const code = await ended
  clearTimeout(timer)
  return { code, output: lines.join('\n') }
}

function runLauncher(dataFolder: string, port: number, env: Record<string, string>) {
  const { DATABASE_URL: _, INIT_CWD: __, ...own } = process.env
  const child = spawn(process.execPath, [join(projectFolder, 'tools/start.mjs'), '--listings', '1'], {
    cwd: projectFolder,
    env: {
      ...own,
      DATA_DIR: dataFolder,
      PORT: String(port),
      ...withoutLimits,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => void lines.push(line))
  // A fault that hangs leaves it running.
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (code) => {
      process.off('exit', stop)
      done(code)
    })
  })
  return { lines, child, ended }
}

/** URLs of the running database of an installation. */
export async function databaseOf(dataFolder: string) {
  const { databaseUrl, superuserUrl, cluster } = await startPostgres({ dataFolder, mustExist: true })
  return { databaseUrl, superuserUrl, cluster }
}

/** Adds buyers and tickets to a running installation. */
export async function addStock(dataFolder: string) {
  const { databaseUrl } = await databaseOf(dataFolder)
  return seedStock(databaseUrl, { events: 2, listingsPerEvent: 10, ticketsPerListing: 2000, teams: 12 })
}

/** How the data of a running installation differ from the responses that buyers got. */
export async function verifyInstallation(dataFolder: string, record: BuyerRecord): Promise<string[]> {
  const { databaseUrl } = await databaseOf(dataFolder)
  return verifyRecord({ databaseUrl, sandboxFolder: join(dataFolder, 'sandbox') }, record)
}

/** Runs a command of the project on the data folder. */
export async function runTool(
  dataFolder: string,
  [file, ...args]: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, INIT_CWD: __, ...own } = process.env
  const child = spawn(process.execPath, [join(projectFolder, file ?? ''), ...args], {
    cwd: projectFolder,
    env: { ...own, DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => {
    child.once('close', done)
  })
  return { code, output }
}

/** Kills database and sandbox at once, as a power failure does, while the launcher cannot react. */
export async function killParts({ dataFolder, launcherPid }: Installation, whileDown: () => Promise<void>) {
  process.kill(launcherPid, 'SIGSTOP')
  try {
    const { cluster } = await databaseOf(dataFolder)
    const children = readOccupant(dataFolder)?.children ?? []
    const database = readPostmaster(cluster)?.identity
    for (const part of [...children, ...(database ? [database] : [])])
      if (isProcessRunning(part)) process.kill(part.pid, 'SIGKILL')
    await whileDown()
  } finally {
    process.kill(launcherPid, 'SIGCONT')
  }
}
