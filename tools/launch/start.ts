import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startChild, type Child } from './child-process.ts'
import { dataFolderOf } from './data-folder.ts'
import { databaseProblem } from './database-problem.ts'
import { migrateDatabase, seedDatabase, startDatabase } from './database.ts'
import { moveIn } from './move-in.ts'
import { isPortTaken } from './ports.ts'
import { pause } from './process-identity.ts'
import { serverFlags } from './server-flags.ts'
import { openServerLog } from './server-log.ts'
import { say, secondsSince } from './terminal.ts'
import { explain, UserError, whenStopped } from './user-error.ts'
import { ensureWebBuilt, webDist } from './web-build.ts'

const projectFolder = resolve(import.meta.dirname, '../..')
const usage =
  'npm start [-- --listings <count>]; PORT, HOST, TERRACE_DATA and DATABASE_URL in the environment'

interface Options {
  dev: boolean
  /** A data folder of its own that is removed at the end; for the browser journey and the start bench. */
  temporary: boolean
  seedArgs: string[]
  dataFolder: string
  host: string
  port: number
}

const stopping = whenStopped()
/** What has to be undone, the latest first. */
const undo: (() => Promise<void> | void)[] = []

try {
  await start(readOptions())
} catch (error) {
  if (!stopping.aborted) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
for (const step of undo.toReversed()) {
  // One step that fails must not keep the next from being undone.
  await Promise.resolve(step()).catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
}
if (stopping.aborted) console.log('Terrace has stopped.')
process.exit()

async function start(options: Options): Promise<void> {
  const { dataFolder, host, port } = options
  const address = addressOf(host, port)
  const home = await moveIn(dataFolder, {
    command: options.dev ? 'npm run dev' : 'npm start',
    serves: true,
    stopping,
  })
  if (home === undefined) return
  undo.push(() => home.release())
  for (const taken of options.dev ? [port, port + 1] : [port]) await assertPortFree(taken, host)
  console.log('Terrace is starting (Ctrl-C stops it)')

  const database = prepareDatabase(options)
  const web = options.dev ? Promise.resolve() : ensureWebBuilt()
  // Both are waited for, so that a failure of one does not leave the other running unseen.
  const [prepared, built] = await Promise.allSettled([database, web])
  stopping.throwIfAborted()
  if (prepared.status === 'rejected') throw prepared.reason
  if (built.status === 'rejected') throw built.reason

  const apiPort = options.dev ? port + 1 : port
  const children: Child[] = []
  // Written down before it is of use, so that the next start finds it even if this one is killed now.
  const adopt = (child: Child) => {
    children.push(child)
    home.update({ children: children.map(({ identity }) => identity) })
  }
  await startApi(options, prepared.value, apiPort, adopt)
  if (options.dev) await startVite(options, apiPort, adopt)
  home.update({ address })
  console.log(`\nTerrace is ready after ${secondsSince()}: ${address}`)
  if (process.env['TERRACE_MODE'] !== 'production') {
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
  // Production refuses demo accounts, and so does the seed.
  if (process.env['TERRACE_MODE'] !== 'production') {
    await seedDatabase({ DATABASE_URL: database.databaseUrl, TERRACE_DATA: dataFolder }, seedArgs, stopping)
  }
  return database
}

async function openDatabase(dataFolder: string, durable: boolean): Promise<PreparedDatabase> {
  const elsewhere = process.env['DATABASE_URL']
  if (elsewhere) {
    say('database', 'the one of DATABASE_URL is used')
    return { databaseUrl: elsewhere, isRunning: () => true }
  }
  const server = await startDatabase(dataFolder, durable)
  undo.push(async () => {
    await server.stop()
  })
  return server
}

type Adopt = (child: Child) => void

async function startApi(
  options: Options,
  { databaseUrl }: PreparedDatabase,
  port: number,
  adopt: Adopt,
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
      TERRACE_DATA: options.dataFolder,
      PORT: String(port),
      HOST: options.host,
      NODE_ENV: options.dev ? 'development' : 'production',
      ...(options.dev ? {} : { WEB_DIST: webDist }),
    },
    cwd: projectFolder,
    onLine: log.write,
    followsParent: !options.dev,
  })
  adopt(api)
  undo.push(() => api.stop(15_000))
  await waitUntilReady(`${addressOf(options.host, port)}/health/ready`, api, log.tail)
  say('server', `ready in ${secondsSince(from)}, its log is ${log.file}`)
}

async function startVite(options: Options, apiPort: number, adopt: Adopt): Promise<void> {
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
    env: { TERRACE_API: addressOf(options.host, apiPort) },
    cwd: projectFolder,
    onLine: (line) => line.trim() === '' || say('web app', line.trim()),
  })
  adopt(vite)
  undo.push(() => vite.stop(5000))
  await waitUntilReady(`${addressOf(options.host, options.port)}/`, vite, () => '')
  say('web app', `served from its sources in ${secondsSince(from)}`)
}

async function waitUntilReady(url: string, child: Child, lastWords: () => string): Promise<void> {
  let told = Date.now()
  const from = told
  while (child.isRunning()) {
    stopping.throwIfAborted()
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    if (Date.now() - told > 3000) {
      told = Date.now()
      say('server', `waiting for ${url}, ${secondsSince(from)}`)
    }
    await pause(25)
  }
  throw new UserError(
    `The server ended before it was ready (${await child.ended}). Its last words:\n${lastWords()}`,
  )
}

/** Returns when somebody asks to stop; throws when a part of the whole ends unasked. */
async function firstEnd(children: Child[], databaseRuns: () => boolean): Promise<void> {
  const ends = children.map(async (child) => `The server has ended unasked (${await child.ended}).`)
  const database = (async () => {
    while (databaseRuns()) await pause(1000)
    return 'PostgreSQL has ended unasked.'
  })()
  const asked = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
    if (stopping.aborted) resolve(undefined)
  })
  const reason = await Promise.race([...ends, database, asked])
  if (reason !== undefined && !stopping.aborted) {
    throw new UserError(`${reason} Everything else is stopped too; run the command again to start over.`)
  }
}

/** Where a browser on this machine finds what listens on `host`. */
function addressOf(host: string, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function assertPortFree(port: number, host: string): Promise<void> {
  if (!(await isPortTaken(port, host))) return
  throw new UserError(
    `Port ${port} is in use by another program. End that program, or choose another port: PORT=${port + 10} npm start`,
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
  if (temporary) undo.push(() => rmSync(dataFolder, { recursive: true, force: true }))
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
