import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Child } from './processes/child-process.ts'
import { dataFolderOf } from './data-folder/data-folder.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import { superviseParts } from './processes/supervise-part.ts'
import { pauseUnlessStopped } from './processes/pause-unless-stopped.ts'
import { occupyDataFolder } from './data-folder/occupy-data-folder.ts'
import { waitForPort } from './processes/ports.ts'
import { readPort } from './processes/read-port.ts'
import { newSandboxSettings, type SandboxSettings } from './sandbox-settings.ts'
import { openServerLog } from './server-log.ts'
import { baseUrlOf, startApi, startSandbox, startVite } from './start-parts.ts'
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
  cleanups.push(async () => home.release())
  stopping.addEventListener('abort', () => home.update({ isStopping: true }), { once: true })
  for (const taken of options.dev ? [port, port + 1] : [port]) {
    // The server of an interrupted start finishes its requests.
    await assertPortFree(taken, host, home.hasPredecessor ? predecessorTimeoutMs : 0)
  }
  console.log('Terrace is starting (Ctrl-C stops it)')

  const database = prepareDatabase({ ...options, stopping, onCleanup: (step) => cleanups.push(step) })
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
  const { databaseUrl, supervised, whenRunning } = prepared.value
  const parts = [...supervised]
  const sandbox = await sandboxFor(dataFolder)
  const start = {
    async server() {
      // It does not start without the database, whose own restart may have to wait for the disk.
      await whenRunning()
      return startApi(partOf('server'), { databaseUrl, port: apiPort, log: serverLog, sandbox })
    },
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
    console.log('Log in as buyer, broker2, seller, dealer or operator; the password is terrace-demo\n')
  }
  await superviseParts(parts, {
    stopping,
    printLine: (line) => printStep('restart', line),
    wait: (milliseconds) => pauseUnlessStopped(milliseconds, stopping),
  })
}

/** The fake payment provider, unless the environment names Stripe or another sandbox. */
async function sandboxFor(dataFolder: string): Promise<SandboxSettings | undefined> {
  const { PAYMENT_GATEWAY: gateway, SANDBOX_URL: url } = process.env
  return gateway === 'stripe' || url ? undefined : newSandboxSettings(dataFolder)
}

async function assertPortFree(port: number, host: string, timeoutMs: number): Promise<void> {
  if (await waitForPort(port, host, timeoutMs)) return
  throw new UserError(
    `Port ${port} is already in use. Stop the other program or choose another port: PORT=${port + 10} npm start`,
  )
}

function readOptions(): Options {
  const { values } = parseArguments()
  const port = readPort(process.env['PORT'], values.dev ? 2 : 1)
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
