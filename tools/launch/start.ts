import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startChild, type Child } from './child-process.ts'
import { dataFolderOf } from './data-folder.ts'
import { databaseProblem } from './database-problem.ts'
import { migrateDatabase, seedDatabase, startDatabase } from './database.ts'
import { occupyDataFolder } from './occupy-data-folder.ts'
import { isPortTaken } from './ports.ts'
import { pause } from './process-identity.ts'
import { serverFlags } from './server-flags.ts'
import { openServerLog } from './server-log.ts'
import { printStep, secondsSince } from './terminal.ts'
import { explain, UserError, whenStopped } from './user-error.ts'
import { ensureWebBuilt, webBuildDir } from './web-build.ts'

const projectFolder = resolve(import.meta.dirname, '../..')
const usage = 'npm start [-- --listings <count>]; PORT, HOST, DATA_DIR and DATABASE_URL in the environment'

interface Options {
  dev: boolean
  /** A new data folder that is removed at the end; for end-to-end tests and the start benchmark. */
  temporary: boolean
  seedArgs: string[]
  dataFolder: string
  host: string
  port: number
}

const stopping = whenStopped()
/** Cleanup steps, run in reverse order. */
const cleanups: (() => Promise<void> | void)[] = []

try {
  await start(readOptions())
} catch (error) {
  if (!stopping.aborted) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
for (const step of cleanups.toReversed()) {
  // A failing step must not prevent the next one.
  await Promise.resolve(step()).catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
}
if (stopping.aborted) console.log('Terrace has stopped.')
process.exit()

async function start(options: Options): Promise<void> {
  const { dataFolder, host, port } = options
  const url = baseUrlOf(host, port)
  const home = await occupyDataFolder(dataFolder, {
    command: options.dev ? 'npm run dev' : 'npm start',
    serves: true,
    stopping,
  })
  if (home === undefined) return
  cleanups.push(() => home.release())
  for (const taken of options.dev ? [port, port + 1] : [port]) await assertPortFree(taken, host)
  console.log('Terrace is starting (Ctrl-C stops it)')

  const database = prepareDatabase(options)
  const web = options.dev ? Promise.resolve() : ensureWebBuilt()
  // Wait for both, so that a failure of one does not leave the other running.
  const [prepared, built] = await Promise.allSettled([database, web])
  stopping.throwIfAborted()
  if (prepared.status === 'rejected') throw prepared.reason
  if (built.status === 'rejected') throw built.reason

  const apiPort = options.dev ? port + 1 : port
  const children: Child[] = []
  // Recorded at once, so that the next start finds the child even if this one is killed now.
  const trackChild = (child: Child) => {
    children.push(child)
    home.update({ children: children.map(({ identity }) => identity) })
  }
  await startApi(options, prepared.value, apiPort, trackChild)
  if (options.dev) await startVite(options, apiPort, trackChild)
  home.update({ url })
  console.log(`\nTerrace is ready after ${secondsSince()}: ${url}`)
  if (process.env['APP_ENV'] !== 'production') {
    console.log('Log in as buyer, broker2, seller or operator; the password is terrace-demo\n')
  }
  await firstEnd(children, prepared.value.isRunning)
}

interface PreparedDatabase {
  databaseUrl: string
  isRunning: () => boolean
}

async function prepareDatabase({ dataFolder, temporary, seedArgs }: Options): Promise<PreparedDatabase> {
  const database = await openDatabase(dataFolder, !temporary)
  stopping.throwIfAborted()
  await migrateDatabase(database.databaseUrl).catch((error: unknown) => {
    throw databaseProblem(error) ?? error
  })
  stopping.throwIfAborted()
  // Production rejects demo accounts.
  if (process.env['APP_ENV'] !== 'production') {
    await seedDatabase({ DATABASE_URL: database.databaseUrl, DATA_DIR: dataFolder }, seedArgs, stopping)
  }
  return database
}

async function openDatabase(dataFolder: string, durable: boolean): Promise<PreparedDatabase> {
  const externalUrl = process.env['DATABASE_URL']
  if (externalUrl) {
    printStep('database', 'using DATABASE_URL')
    return { databaseUrl: externalUrl, isRunning: () => true }
  }
  const server = await startDatabase(dataFolder, durable)
  cleanups.push(async () => {
    await server.stop()
  })
  return server
}

type TrackChild = (child: Child) => void

async function startApi(
  options: Options,
  { databaseUrl }: PreparedDatabase,
  port: number,
  trackChild: TrackChild,
): Promise<void> {
  const from = Date.now()
  const log = openServerLog(join(options.dataFolder, 'logs', 'api.log'), options.dev)
  const api = startChild({
    args: [
      ...serverFlags,
      ...(options.dev ? ['--watch', '--watch-preserve-output'] : []),
      'apps/api/src/main.ts',
    ],
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: options.dataFolder,
      PORT: String(port),
      HOST: options.host,
      NODE_ENV: options.dev ? 'development' : 'production',
      ...(options.dev ? {} : { WEB_BUILD_DIR: webBuildDir }),
    },
    cwd: projectFolder,
    onLine: log.write,
    followsParent: !options.dev,
  })
  trackChild(api)
  cleanups.push(() => api.stop(15_000))
  await waitUntilReady(`${baseUrlOf(options.host, port)}/health/ready`, api, log.tail)
  printStep('server', `ready in ${secondsSince(from)}, log: ${log.file}`)
}

async function startVite(options: Options, apiPort: number, trackChild: TrackChild): Promise<void> {
  const from = Date.now()
  const vite = startChild({
    args: [
      'node_modules/vite/bin/vite.js',
      'apps/web',
      '--port',
      String(options.port),
      '--strictPort',
      '--host',
      options.host,
    ],
    env: { DEV_API_ORIGIN: baseUrlOf(options.host, apiPort) },
    cwd: projectFolder,
    onLine: (line) => line.trim() === '' || printStep('web app', line.trim()),
  })
  trackChild(vite)
  cleanups.push(() => vite.stop(5000))
  await waitUntilReady(`${baseUrlOf(options.host, options.port)}/`, vite, () => '')
  printStep('web app', `served from its sources in ${secondsSince(from)}`)
}

async function waitUntilReady(url: string, child: Child, lastOutput: () => string): Promise<void> {
  let lastReport = Date.now()
  const from = lastReport
  while (child.isRunning()) {
    stopping.throwIfAborted()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
      if (response.ok) return
    } catch {
      // Not listening yet.
    }
    if (Date.now() - lastReport > 3000) {
      lastReport = Date.now()
      printStep('server', `waiting for ${url}, ${secondsSince(from)}`)
    }
    await pause(25)
  }
  throw new UserError(
    `The server ended before it was ready (${await child.ended}). Its last output:\n${lastOutput()}`,
  )
}

/** Resolves on a stop request; throws when a part ends unexpectedly. */
async function firstEnd(children: Child[], databaseRuns: () => boolean): Promise<void> {
  const ends = children.map(async (child) => `The server ended unexpectedly (${await child.ended}).`)
  const database = (async () => {
    while (databaseRuns()) await pause(1000)
    return 'PostgreSQL ended unexpectedly.'
  })()
  const stopRequested = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
    if (stopping.aborted) resolve(undefined)
  })
  const reason = await Promise.race([...ends, database, stopRequested])
  if (reason !== undefined && !stopping.aborted) {
    throw new UserError(`${reason} All other parts are stopped. Run the command again to restart.`)
  }
}

/** URL at which a browser on this machine reaches `host`. */
function baseUrlOf(host: string, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function assertPortFree(port: number, host: string): Promise<void> {
  if (!(await isPortTaken(port, host))) return
  throw new UserError(
    `Port ${port} is already in use. Stop the other program or choose another port: PORT=${port + 10} npm start`,
  )
}

function readOptions(): Options {
  const { values } = parseArguments()
  const port = Number(process.env['PORT'] || 4000)
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new UserError(`PORT is ${process.env['PORT']}, which is not a port number.`)
  }
  const temporary = values.temporary
  const dataFolder = temporary ? mkdtempSync(join(tmpdir(), 'terrace-temporary-')) : dataFolderOf()
  if (temporary) cleanups.push(() => rmSync(dataFolder, { recursive: true, force: true }))
  return {
    dev: values.dev,
    temporary,
    seedArgs: values.listings === undefined ? [] : ['--listings', values.listings],
    dataFolder,
    host: process.env['HOST'] || '127.0.0.1',
    port,
  }
}

function parseArguments() {
  try {
    return parseArgs({
      options: {
        dev: { type: 'boolean', default: false },
        temporary: { type: 'boolean', default: false },
        listings: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
  }
}
