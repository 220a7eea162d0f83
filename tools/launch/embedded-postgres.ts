import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applicationRole, identityOf, openCluster, type Cluster } from './cluster.ts'
import { program } from './postgres-binaries.ts'
import { freePort } from './ports.ts'
import { disarmLeftover, readPostmaster, type Postmaster } from './postmaster-file.ts'
import { endProcess, isStillRunning, pause } from './process-identity.ts'

export interface PostgresOptions {
  /** Folder that keeps everything: the cluster, its password, its log. Made when absent. */
  dataFolder: string
  /** `false` trades safety against power loss for speed; for tests only. */
  durable?: boolean
  /** `tcp` is for systems without unix sockets; the address is 127.0.0.1 and never another. */
  transport?: 'socket' | 'tcp'
  say?: (line: string) => void
}

export interface RunningPostgres {
  /** Address of the application's database, with the role that owns it. */
  databaseUrl: string
  /** Whether it was found running instead of being started now. */
  adopted: boolean
  /** Whether the cluster was made now. */
  created: boolean
  isRunning: () => boolean
  /** Ends every connection, writes everything to disk and returns when the server is gone. */
  stop: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data folder, making the cluster first where there is none. A server that an
 * earlier, killed launcher left running is taken over; what a killed server left behind is recovered from.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const say = options.say ?? (() => undefined)
  const cluster = await openCluster(options.dataFolder, say)
  const left = await settleLeftover(cluster, say)
  if (left) return handle(cluster, left, true)
  disarmLeftover(cluster.folder)
  return handle(cluster, await launch(cluster, options, say), false)
}

/** A server that was left running becomes ready to be taken over, or is ended; `undefined` when none runs. */
async function settleLeftover(
  cluster: Cluster,
  say: (line: string) => void,
): Promise<Postmaster | undefined> {
  const left = readPostmaster(cluster.folder)
  if (!left) return undefined
  const deadline = Date.now() + 30_000
  let now: Postmaster | undefined = left
  while (now && now.status !== 'ready' && Date.now() < deadline) {
    await pause(50)
    now = readPostmaster(cluster.folder)
  }
  if (now?.status !== 'ready') {
    if (now) say('a PostgreSQL that was left running does not get ready: it is ended')
    await endServer(left)
    return undefined
  }
  return now
}

async function launch(
  cluster: Cluster,
  options: PostgresOptions,
  say: (line: string) => void,
): Promise<Postmaster> {
  const logFile = join(options.dataFolder, 'logs', 'postgres.log')
  mkdirSync(dirname(logFile), { recursive: true })
  keepLogShort(logFile)
  for (let attempt = 1; ; attempt++) {
    const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    const settings = await serverSettings(cluster, options)
    const alive =
      process.platform === 'win32'
        ? spawnOnWindows(cluster, settings, logFile)
        : spawnServer(cluster, settings, logFile)
    const ready = await waitUntilReady(cluster, alive, say)
    if (ready) return ready
    const log = readFileSync(logFile, 'utf8').slice(logStart)
    // Processes of a killed server take a moment to notice; a port can be taken between asking for it and using it.
    const passing = /shared memory block|lock file|Address already in use/.test(log)
    if (!passing || attempt >= 40) {
      throw new Error(
        `PostgreSQL did not start. Its log, ${logFile}, ends with:\n${log.trim().split('\n').slice(-12).join('\n')}`,
      )
    }
    await pause(250)
  }
}

/** Answers whether the process that was started is still there. */
function spawnServer(cluster: Cluster, settings: string[], logFile: string): () => boolean {
  const log = openSync(logFile, 'a')
  const child = spawn(program(cluster.binaries, 'postgres'), ['-D', cluster.folder, ...settings], {
    ...identityOf(cluster.user),
    cwd: cluster.folder,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    // A session of its own: Ctrl-C in the terminal reaches the launcher only, which stops the database last.
    detached: true,
  })
  closeSync(log)
  let failed: Error | undefined
  child.on('error', (error) => {
    failed = error
  })
  child.unref()
  return () => {
    if (failed) throw new Error('PostgreSQL could not be run', { cause: failed })
    return child.exitCode === null && child.signalCode === null
  }
}

/** `pg_ctl` gives up administrator rights, with which the server refuses to run on Windows, and waits by itself. */
function spawnOnWindows(cluster: Cluster, settings: string[], logFile: string): () => boolean {
  const quoted = settings.map((setting) =>
    /[\s"]/.test(setting) ? `"${setting.replaceAll('"', '\\"')}"` : setting,
  )
  const args = ['start', '-w', '-D', cluster.folder, '-l', logFile, '-o', quoted.join(' ')]
  try {
    execFileSync(program(cluster.binaries, 'pg_ctl'), args, { stdio: 'ignore' })
  } catch {
    // The log says why; the caller reads it.
    return () => false
  }
  return () => true
}

async function waitUntilReady(
  cluster: Cluster,
  alive: () => boolean,
  say: (line: string) => void,
): Promise<Postmaster | undefined> {
  const started = Date.now()
  let told = 0
  while (alive()) {
    const postmaster = readPostmaster(cluster.folder)
    if (postmaster?.status === 'ready') return postmaster
    const seconds = Math.floor((Date.now() - started) / 1000)
    if (seconds >= told + 3) {
      told = seconds
      say(`PostgreSQL is recovering from a hard stop, ${seconds} s`)
    }
    await pause(10)
  }
  return undefined
}

async function serverSettings(
  cluster: Cluster,
  { durable = true, transport }: PostgresOptions,
): Promise<string[]> {
  const settings: Record<string, string> = {
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // A new marketplace grows from nothing: plans made for its first rows must not outlive them by more than this.
    autovacuum_naptime: '10s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'terrace',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  // Containers often have next to no shared memory for parallel queries; files serve as well, a little slower.
  if (process.platform === 'linux' && !hasSharedMemory()) settings['dynamic_shared_memory_type'] = 'mmap'
  // A socket's path has room for 107 bytes on Linux and 103 on macOS.
  const socketFits = Buffer.byteLength(join(cluster.folder, '.s.PGSQL.5432')) <= 100
  if (process.platform !== 'win32' && transport !== 'tcp' && socketFits) {
    settings['listen_addresses'] = ''
    settings['port'] = '5432'
    settings['unix_socket_permissions'] = '0700'
    settings['unix_socket_directories'] = `"${cluster.folder.replaceAll('"', '""')}"`
  } else {
    settings['listen_addresses'] = '127.0.0.1'
    settings['port'] = String(await freePort())
    settings['unix_socket_directories'] = ''
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 256 * 1024 * 1024
  } catch {
    // There is none.
    return false
  }
}

function handle(cluster: Cluster, postmaster: Postmaster, adopted: boolean): RunningPostgres {
  return {
    databaseUrl: addressOf(postmaster, cluster.password),
    adopted,
    created: cluster.created,
    isRunning: () => isStillRunning(postmaster.identity),
    stop: () => stopServer(cluster, postmaster),
  }
}

function addressOf({ port, socketFolder }: Postmaster, password: string): string {
  const url = new URL(`postgresql://${applicationRole}:${password}@localhost:${port}/${applicationRole}`)
  // Given twice, the host in the query is the one that counts; the first keeps the text an ordinary URL.
  if (socketFolder) url.searchParams.set('host', socketFolder)
  else url.hostname = '127.0.0.1'
  return url.href
}

async function stopServer(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  if (process.platform !== 'win32') return endServer(postmaster)
  if (!isStillRunning(postmaster.identity)) return
  execFileSync(program(cluster.binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-D', cluster.folder], {
    stdio: 'ignore',
  })
}

async function endServer({ identity }: Postmaster): Promise<void> {
  // PostgreSQL's own words for it: INT ends sessions and checkpoints, QUIT leaves recovery to the next start.
  if (await endProcess(identity, 'SIGINT', 60_000)) return
  if (await endProcess(identity, 'SIGQUIT', 5_000)) return
  await endProcess(identity, 'SIGKILL', 5_000)
}

function keepLogShort(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 5_000_000) renameSync(file, `${file}.1`)
}

/** Ends the server that still runs on a data folder whose owner is dead, if there is one. */
export async function stopAbandoned(dataFolder: string): Promise<void> {
  const left = readPostmaster(join(dataFolder, 'postgres'))
  if (left) await endServer(left)
}
