import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { archiveSettings } from '../backup/archive.ts'
import { applicationRole, identityOf, openCluster, superuser, type Cluster } from './cluster.ts'
import { program } from './postgres-binaries.ts'
import { statisticsSettings } from './statement-statistics.ts'
import { freePort } from '../processes/ports.ts'
import { disarmLeftover, readPostmaster, type Postmaster } from './postmaster-file.ts'
import { endProcess, isProcessRunning, pause } from '../processes/process-identity.ts'

export interface PostgresOptions {
  /** Folder of the cluster, its password and its log. Created if missing. */
  dataFolder: string
  /** `false` trades durability for speed; for tests only. */
  durable?: boolean
  /** Refuses to create a cluster, as for the restart of a running server. */
  mustExist?: boolean
  /** `tcp` is for systems without Unix sockets and always uses 127.0.0.1. */
  transport?: 'socket' | 'tcp'
  /** TCP port; a free one by default. */
  port?: number
  /** Settings of the server for this start only. */
  settings?: Record<string, string>
  printLine?: (line: string) => void
}

export interface RunningPostgres {
  /** URL of the application's database with the role that owns it. */
  databaseUrl: string
  /** The same with the role that may copy the cluster. */
  superuserUrl: string
  /** Folder of the cluster. */
  cluster: string
  /** Whether the server was already running. */
  adopted: boolean
  /** Whether the cluster was just created. */
  created: boolean
  isRunning: () => boolean
  /** Whether its folder was removed while it runs. */
  isLost: () => boolean
  /** Ends it without saving anything, for a lost folder. */
  abandon: () => Promise<void>
  /** Closes connections, flushes to disk and resolves when the server has ended. */
  stop: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data folder, creating the cluster if needed. It reuses a server of a killed
 * launcher and recovers from a killed server.
 * @throws PermanentError if the cluster was lost
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const printLine = options.printLine ?? (() => undefined)
  const { dataFolder, mustExist = false } = options
  const cluster = await openCluster(dataFolder, { mustExist, printLine })
  const existing = await recoverRunningServer(cluster, printLine)
  if (existing) return handle(cluster, existing, true)
  disarmLeftover(cluster.folder)
  return handle(cluster, await launch(cluster, options, printLine), false)
}

/** Waits until a running server is ready to reuse, or ends it; `undefined` if none runs. */
async function recoverRunningServer(
  cluster: Cluster,
  printLine: (line: string) => void,
): Promise<Postmaster | undefined> {
  const existing = readPostmaster(cluster.folder)
  if (!existing) return undefined
  const deadline = Date.now() + 30_000
  let current: Postmaster | undefined = existing
  while (current && current.status !== 'ready' && Date.now() < deadline) {
    await pause(50)
    current = readPostmaster(cluster.folder)
  }
  if (current?.status !== 'ready') {
    if (current) printLine('a running PostgreSQL did not become ready; stopping it')
    await endServer(existing)
    return undefined
  }
  return current
}

async function launch(
  cluster: Cluster,
  options: PostgresOptions,
  printLine: (line: string) => void,
): Promise<Postmaster> {
  const logFile = join(options.dataFolder, 'logs', 'postgres.log')
  mkdirSync(dirname(logFile), { recursive: true })
  truncateLog(logFile)
  for (let attempt = 1; ; attempt++) {
    const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    const settings = await serverSettings(cluster, options)
    const alive =
      process.platform === 'win32'
        ? spawnOnWindows(cluster, settings, logFile)
        : spawnServer(cluster, settings, logFile)
    const ready = await waitUntilReady(cluster, alive, printLine)
    if (ready) return ready
    const log = readFileSync(logFile, 'utf8').slice(logStart)
    // Processes of a killed server take a moment to exit, and a free port can be taken before it is used.
    const passing = /shared memory block|lock file|Address already in use/.test(log)
    if (!passing || attempt >= 40) {
      throw new Error(
        `PostgreSQL did not start. The end of its log ${logFile}:\n${log.trim().split('\n').slice(-12).join('\n')}`,
      )
    }
    await pause(250)
  }
}

/** Returns a function that checks whether the process is still running. */
function spawnServer(cluster: Cluster, settings: string[], logFile: string): () => boolean {
  const log = openSync(logFile, 'a')
  const child = spawn(program(cluster.binaries, 'postgres'), ['-D', cluster.folder, ...settings], {
    ...identityOf(cluster.user),
    cwd: cluster.folder,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    // A separate session: Ctrl-C reaches only the launcher, which stops the database last.
    detached: true,
  })
  closeSync(log)
  let failed: Error | undefined
  child.on('error', (error) => {
    failed = error
  })
  child.unref()
  return () => {
    if (failed) throw new Error('Cannot run PostgreSQL', { cause: failed })
    return child.exitCode === null && child.signalCode === null
  }
}

/** `pg_ctl` drops administrator rights, with which the server does not run on Windows, and waits for the start. */
function spawnOnWindows(cluster: Cluster, settings: string[], logFile: string): () => boolean {
  const quoted = settings.map((setting) =>
    /[\s"]/.test(setting) ? `"${setting.replaceAll('"', '\\"')}"` : setting,
  )
  const args = ['start', '-w', '-D', cluster.folder, '-l', logFile, '-o', quoted.join(' ')]
  try {
    execFileSync(program(cluster.binaries, 'pg_ctl'), args, { stdio: 'ignore' })
  } catch {
    // The caller reads the reason from the log.
    return () => false
  }
  return () => true
}

async function waitUntilReady(
  cluster: Cluster,
  alive: () => boolean,
  printLine: (line: string) => void,
): Promise<Postmaster | undefined> {
  const started = Date.now()
  let lastReport = 0
  while (alive()) {
    const postmaster = readPostmaster(cluster.folder)
    if (postmaster?.status === 'ready') return postmaster
    const seconds = Math.floor((Date.now() - started) / 1000)
    if (seconds >= lastReport + 3) {
      lastReport = seconds
      printLine(`PostgreSQL is recovering from a crash, ${seconds} s`)
    }
    await pause(10)
  }
  return undefined
}

async function serverSettings(
  cluster: Cluster,
  { durable = true, transport, port, settings: given = {} }: PostgresOptions,
): Promise<string[]> {
  const settings: Record<string, string> = {
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // A new marketplace grows quickly: plans for nearly empty tables must not last longer.
    autovacuum_naptime: '10s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'terrace',
    ...statisticsSettings(cluster.binaries),
    ...(durable ? archiveSettings() : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...given,
  }
  // Containers often lack shared memory for parallel queries; files work too, slightly slower.
  if (process.platform === 'linux' && !hasSharedMemory()) settings['dynamic_shared_memory_type'] = 'mmap'
  // Socket paths are limited to 107 bytes on Linux and 103 on macOS.
  const socketFits = Buffer.byteLength(join(cluster.folder, '.s.PGSQL.5432')) <= 100
  if (process.platform !== 'win32' && transport !== 'tcp' && socketFits) {
    settings['listen_addresses'] = ''
    settings['port'] = '5432'
    settings['unix_socket_permissions'] = '0700'
    settings['unix_socket_directories'] = `"${cluster.folder.replaceAll('"', '""')}"`
  } else {
    settings['listen_addresses'] = '127.0.0.1'
    settings['port'] = String(port ?? (await freePort()))
    settings['unix_socket_directories'] = ''
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 256 * 1024 * 1024
  } catch {
    // The directory does not exist.
    return false
  }
}

function handle(cluster: Cluster, postmaster: Postmaster, adopted: boolean): RunningPostgres {
  return {
    databaseUrl: databaseUrlOf(postmaster, applicationRole, cluster.password),
    superuserUrl: databaseUrlOf(postmaster, superuser, cluster.password),
    cluster: cluster.folder,
    adopted,
    created: cluster.created,
    isRunning: () => isProcessRunning(postmaster.identity),
    isLost: () => !existsSync(join(cluster.folder, 'PG_VERSION')),
    abandon: () => abandonServer(postmaster),
    stop: () => stopServer(cluster, postmaster),
  }
}

function databaseUrlOf({ port, socketFolder }: Postmaster, role: string, password: string): string {
  const url = new URL(`postgresql://${role}:${password}@localhost:${port}/${applicationRole}`)
  // The `host` parameter overrides the first host, which only keeps the text a valid URL.
  if (socketFolder) url.searchParams.set('host', socketFolder)
  else url.hostname = '127.0.0.1'
  return url.href
}

async function stopServer(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  if (process.platform !== 'win32') return endServer(postmaster)
  if (!isProcessRunning(postmaster.identity)) return
  execFileSync(program(cluster.binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-D', cluster.folder], {
    stdio: 'ignore',
  })
}

async function endServer({ identity }: Postmaster): Promise<void> {
  // INT ends sessions and checkpoints; QUIT leaves recovery to the next start.
  if (await endProcess(identity, 'SIGINT', 60_000)) return
  await abandonServer({ identity })
}

async function abandonServer({ identity }: Pick<Postmaster, 'identity'>): Promise<void> {
  if (await endProcess(identity, 'SIGQUIT', 5_000)) return
  await endProcess(identity, 'SIGKILL', 5_000)
}

function truncateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 5_000_000) renameSync(file, `${file}.1`)
}

/** Ends a server that still runs on a data folder after its owner died. */
export async function stopAbandoned(dataFolder: string): Promise<void> {
  const existing = readPostmaster(join(dataFolder, 'postgres'))
  if (existing) await endServer(existing)
}
