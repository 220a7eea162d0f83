import { join, resolve } from 'node:path'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { startChild } from './child-process.ts'
import { startPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { say, secondsSince, withHeartbeat } from './terminal.ts'

const projectFolder = resolve(import.meta.dirname, '../..')

/** Starts the embedded database of a data folder and tells how that went. */
export async function startDatabase(dataFolder: string, durable = true): Promise<RunningPostgres> {
  const from = Date.now()
  const server = await withHeartbeat(
    'database',
    () => 'starting PostgreSQL',
    () => startPostgres({ dataFolder, durable, say: (line) => say('database', line) }),
  )
  const how = server.adopted
    ? 'PostgreSQL was left running and is taken over'
    : `PostgreSQL ${server.created ? 'created and ' : ''}started`
  say('database', `${how} in ${secondsSince(from)}`)
  return server
}

/** Brings the schema up to date; `quiet` says nothing where nothing was to be done. */
export async function migrateDatabase(databaseUrl: string, { quiet = false } = {}): Promise<void> {
  const from = Date.now()
  let progress = 'looking for migrations'
  const applied = await withHeartbeat(
    'schema',
    () => progress,
    () =>
      migrate({
        databaseUrl,
        onProgress: (name, done, total) => (progress = `${done} of ${total} migrations, ${name}`),
      }),
  )
  if (applied.length > 0) say('schema', `${applied.length} migrations applied in ${secondsSince(from)}`)
  else if (!quiet) say('schema', 'is up to date')
}

/** Loads the demo catalogue and stock; `args` go to the seed command. `stopping` ends it in the middle. */
export async function seedDatabase(
  env: Record<string, string>,
  args: string[],
  stopping: AbortSignal,
): Promise<void> {
  const from = Date.now()
  const latest: string[] = []
  const child = startChild({
    args: [join(projectFolder, 'apps/api/src/cli/seed.ts'), ...args],
    env,
    cwd: projectFolder,
    onLine(line) {
      latest.push(line)
      if (latest.length > 20) latest.shift()
      say('demo data', line.trim())
    },
  })
  stopping.addEventListener('abort', () => void child.stop(5000), { once: true })
  const end = await child.ended
  stopping.throwIfAborted()
  if (end !== 'code 0') throw new Error(`The demo data could not be loaded (${end}):\n${latest.join('\n')}`)
  say('demo data', `ready in ${secondsSince(from)}`)
}
