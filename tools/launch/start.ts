import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordNewFiles } from './backup/record-new-files.ts'
import type { Child } from './processes/child-process.ts'
import { dataFolderOf } from './data-folder/data-folder.ts'
import { databaseProblem } from './database/database-problem.ts'
import { migrateDatabase, seedDatabase, startDatabase } from './database/database.ts'
import type { RunningPostgres } from './database/embedded-postgres.ts'
import { keepRunning, type RunningPart } from './processes/keep-running.ts'
import { occupyDataFolder } from './data-folder/occupy-data-folder.ts'
import { waitForPort } from './processes/ports.ts'
import { newSandboxSettings, type SandboxSettings } from './sandbox-settings.ts'
import { openServerLog } from './server-log.ts'
import { baseUrlOf, databasePart, startApi, startSandbox, startVite } from './start-parts.ts'
import { printStep, secondsSince } from './terminal.ts'
import { explain, UserError, whenStopped } from './user-error.ts'
import { ensureWebBuilt } from './web/web-build.ts'

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

/** Running payments finish first. */
const stopTimeoutMs = 30_000
const predecessorTimeoutMs = 30_000

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
  stopping.addEventListener('abort', () => home.update({ isStopping: true }), { once: true })
  for (const taken of options.dev ? [port, port + 1] : [port]) {
    // The server of an interrupted start finishes its requests.
    await assertPortFree(taken, host, home.hasPredecessor ? predecessorTimeoutMs : 0)
  }
  console.log('Terrace is starting (Ctrl-C stops it)')

  const database = prepareDatabase(options)
  const web = options.dev ? Promise.resolve() : ensureWebBuilt()
  // Wait for both, so that a failure of one does not leave the other running.
  const [prepared, built] = await Promise.allSettled([database, web])
  stopping.throwIfAborted()
  if (prepared.status === 'rejected') throw prepared.reason
  if (built.status === 'rejected') throw built.reason

  const apiPort = options.dev ? port + 1 : port
  const children = new Map<string, Child>()
  cleanups.push(async () => {
    for (const child of [...children.values()].toReversed()) await child.stop(stopTimeoutMs)
  })
  const partOf = (name: string) => ({
    ...options,
    stopping,
    onStart(child: Child) {
      children.set(name, child)
      home.update({ children: [...children.values()].map(({ identity }) => identity) })
    },
  })
  const log = (name: string) => openServerLog(join(dataFolder, 'logs', name), options.dev)
  const [serverLog, sandboxLog] = [log('api.log'), log('sandbox.log')]
  const { databaseUrl, supervised } = prepared.value
  const parts = [...supervised]
  const sandbox = await sandboxFor(dataFolder)
  const start = {
    server: () => startApi(partOf('server'), { databaseUrl, port: apiPort, log: serverLog, sandbox }),
    sandbox: (settings: SandboxSettings) =>
      startSandbox(partOf('sandbox'), { settings, serverPort: apiPort, log: sandboxLog }),
    web: () => startVite(partOf('web app'), apiPort),
  }
  if (sandbox) {
    const startAgain = () => start.sandbox(sandbox)
    parts.push({ name: 'The sandbox', first: await startAgain(), start: startAgain })
  }
  parts.push({ name: 'The server', first: await start.server(), start: start.server })
  if (options.dev) parts.push({ name: 'The web server', first: await start.web(), start: start.web })
  home.update({ url })
  console.log(`\nTerrace is ready after ${secondsSince()}: ${url}`)
  if (process.env['APP_ENV'] !== 'production') {
    console.log('Log in as buyer, broker2, seller or operator; the password is terrace-demo\n')
  }
  await Promise.all(parts.map(supervise))
}

/** The fake payment provider, unless the environment names Stripe or another sandbox. */
async function sandboxFor(dataFolder: string): Promise<SandboxSettings | undefined> {
  const { PAYMENT_GATEWAY: gateway, SANDBOX_URL: url } = process.env
  return gateway === 'stripe' || url ? undefined : newSandboxSettings(dataFolder)
}

interface SupervisedPart {
  name: string
  first: RunningPart
  start: () => Promise<RunningPart>
}

function supervise({ name, first, start: startAgain }: SupervisedPart): Promise<void> {
  return keepRunning(first, {
    name,
    start: startAgain,
    stopping,
    printLine: (line) => printStep('restart', line),
    wait: (milliseconds) => pauseUnlessStopped(milliseconds),
  })
}

function pauseUnlessStopped(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    stopping.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

interface PreparedDatabase {
  databaseUrl: string
  /** The embedded server; empty with DATABASE_URL. */
  supervised: SupervisedPart[]
}

async function prepareDatabase({ dataFolder, temporary, seedArgs }: Options): Promise<PreparedDatabase> {
  const database = await openDatabase(dataFolder, !temporary)
  stopping.throwIfAborted()
  // Migrations need a session of their own, which a pooler may not give.
  await migrateDatabase(process.env['DATABASE_DIRECT_URL'] || database.databaseUrl).catch(
    (error: unknown) => {
      throw databaseProblem(error) ?? error
    },
  )
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
    return { databaseUrl: externalUrl, supervised: [] }
  }
  let server: RunningPostgres = await startDatabase(dataFolder, { durable })
  cleanups.push(() => server.stop())
  const { databaseUrl, cluster } = server
  const stopRecording = recordNewFiles({
    dataFolder,
    cluster,
    printLine: (line) => printStep('backup', line),
  })
  cleanups.push(stopRecording)
  const port = Number(new URL(databaseUrl).port)
  async function startAgain(): Promise<RunningPart> {
    server = await startDatabase(dataFolder, { durable, port })
    return databasePart(server)
  }
  return {
    databaseUrl,
    supervised: [{ name: 'PostgreSQL', first: databasePart(server), start: startAgain }],
  }
}

async function assertPortFree(port: number, host: string, timeoutMs: number): Promise<void> {
  if (await waitForPort(port, host, timeoutMs)) return
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
