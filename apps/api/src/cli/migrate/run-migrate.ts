import { readDatabaseConfig } from '#api/config/config.ts'
import { migrate } from '#api/db/migrate.ts'
import { runSeed } from '../seed/run-seed.ts'

/**
 * Does what `npm start` does to the database before the processes of a release start: creates or upgrades the schema,
 * then loads countries and currencies. Returns the exit code.
 */
export async function runMigrate(): Promise<number> {
  const applied = await migrate({
    databaseUrl: readDatabaseConfig().directDatabaseUrl,
    onProgress: (name, done, total) => console.log(`${done} of ${total} migrations, ${name}`),
    onNotice: (text) => console.log(text),
  })
  console.log(applied.length === 0 ? 'The schema is up to date.' : `${applied.length} files applied.`)
  return runSeed(['--reference'])
}
