import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { dataFolderOf, readOccupant } from './data-folder.ts'
import { migrateDatabase } from './database.ts'
import { startPostgres } from './embedded-postgres.ts'
import { moveIn } from './move-in.ts'
import { isStillRunning, pause } from './process-identity.ts'
import { keepOutputClean, say } from './terminal.ts'
import { explain, UserError, whenStopped } from './user-error.ts'

/** Runs `node <file> [arguments]` with DATABASE_URL set to the data folder's database, started for it where need be. */
const [file, ...args] = process.argv.slice(2)
keepOutputClean()
const stopping = whenStopped({ quiet: true })
const undo: (() => Promise<void> | void)[] = []

try {
  if (file === undefined) throw new UserError('Usage: node tools/run.mjs <file> [arguments]')
  process.exitCode = await run(file, args)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
for (const step of undo.toReversed()) await step()
process.exit()

async function run(script: string, rest: string[]): Promise<number> {
  const dataFolder = dataFolderOf()
  const databaseUrl = process.env['DATABASE_URL'] || (await databaseOf(dataFolder))
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../..', script), ...rest], {
    // Paths among the arguments are meant from where the user stands, which npm has left.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    env: { ...process.env, DATABASE_URL: databaseUrl, TERRACE_DATA: dataFolder },
    stdio: 'inherit',
  })
  stopping.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** The address of the running database; where none runs, one is started and ends with this process. */
async function databaseOf(dataFolder: string): Promise<string> {
  for (;;) {
    const occupant = readOccupant(dataFolder)
    if (!occupant?.serves || !isStillRunning(occupant.launcher)) break
    // Ready means that its database is migrated too.
    if (occupant.address) return (await startPostgres({ dataFolder })).databaseUrl
    stopping.throwIfAborted()
    await pause(100)
  }
  const home = await moveIn(dataFolder, {
    command: process.env['npm_lifecycle_event'] ?? 'a command',
    serves: false,
    stopping,
  })
  if (!home) return databaseOf(dataFolder)
  undo.push(() => home.release())
  const server = await startPostgres({ dataFolder, say: (line) => say('database', line) })
  undo.push(() => server.stop())
  await migrateDatabase(server.databaseUrl, { quiet: true })
  return server.databaseUrl
}
