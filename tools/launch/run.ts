import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { dataFolderOf } from './data-folder/data-folder.ts'
import { migrateDatabase } from './database/database.ts'
import { commandFlags } from './server-flags.ts'
import { logToStderr } from './terminal.ts'
import { openDatabaseOf } from './database/database-in-use.ts'
import { explain, UserError, whenStopped } from './user-error.ts'

/**
 * Runs `node <file> [arguments]` with DATABASE_URL set to the data folder's database, which is started if needed and
 * upgraded, unless `--as-is` precedes the file.
 */
const isAsIs = process.argv[2] === '--as-is'
const [file, ...args] = process.argv.slice(isAsIs ? 3 : 2)
logToStderr()
const stopping = whenStopped({ quiet: true })
const cleanups: (() => Promise<void> | void)[] = []

try {
  if (file === undefined) throw new UserError('Usage: node tools/run.mjs <file> [arguments]')
  process.exitCode = await run(file, args)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
for (const step of cleanups.toReversed()) await step()
process.exit()

async function run(script: string, rest: string[]): Promise<number> {
  const dataFolder = dataFolderOf()
  const databaseUrl = process.env['DATABASE_URL'] || (await embeddedDatabase(dataFolder))
  const child = spawn(
    process.execPath,
    [...commandFlags, resolve(import.meta.dirname, '../..', script), ...rest],
    {
      // Relative paths in the arguments start at the user's folder, which npm has left.
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
      stdio: 'inherit',
    },
  )
  stopping.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** URL of the running database, or of one that ends with this process. */
async function embeddedDatabase(dataFolder: string): Promise<string> {
  const { server, isOwn, release } = await openDatabaseOf(dataFolder, stopping)
  cleanups.push(release)
  // A ready server has migrated its database.
  if (isOwn && !isAsIs) await migrateDatabase(server.databaseUrl, { quiet: true })
  return server.databaseUrl
}
