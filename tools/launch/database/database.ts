import { join, resolve } from 'node:path'
import { migrate } from '../../../apps/api/src/db/migrate.ts'
import { SchemaError } from '../../../apps/api/src/db/upgrade/schema-error.ts'
import { startChild } from '../processes/child-process.ts'
import { startPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { showStatistics } from './statement-statistics.ts'
import { printStep, secondsSince, withHeartbeat } from '../terminal.ts'
import { UserError } from '../user-error.ts'

const projectFolder = resolve(import.meta.dirname, '../../..')

interface DatabaseStart {
  durable?: boolean
  /** Of the server that this one replaces, so that its clients find it again; nothing is created then. */
  port?: number
}

export async function startDatabase(
  dataFolder: string,
  { durable = true, port }: DatabaseStart = {},
): Promise<RunningPostgres> {
  const from = Date.now()
  const server = await withHeartbeat(
    'database',
    () => 'starting PostgreSQL',
    () =>
      startPostgres({
        dataFolder,
        durable,
        mustExist: port !== undefined,
        printLine: (line) => printStep('database', line),
        ...(port !== undefined && { port }),
      }),
  )
  const how = server.adopted
    ? 'PostgreSQL was already running and is reused'
    : `PostgreSQL ${server.created ? 'created and ' : ''}started`
  printStep('database', `${how} in ${secondsSince(from)}`)
  if (port === undefined)
    await showStatistics(server.superuserUrl).catch((error: unknown) =>
      printStep('database', `statistics of statements are not available: ${String(error)}`),
    )
  return server
}

/** Applies pending migrations; `quiet` prints nothing if there are none. */
export async function migrateDatabase(databaseUrl: string, { quiet = false } = {}): Promise<void> {
  const from = Date.now()
  let progress = 'checking migrations'
  const applied = await withHeartbeat(
    'schema',
    () => progress,
    () =>
      migrate({
        databaseUrl,
        onProgress: (name, done, total) => (progress = `${done} of ${total} migrations, ${name}`),
        onNotice: (text) => printStep('schema', text),
      }).catch((error: unknown) => {
        throw error instanceof SchemaError ? new UserError(error.message) : error
      }),
  )
  if (applied.length > 0) printStep('schema', `${applied.length} files applied in ${secondsSince(from)}`)
  else if (!quiet) printStep('schema', 'up to date')
}

/** Loads the demo catalogue and stock; `args` go to the seed command. `stopping` interrupts it. */
export async function seedDatabase(
  env: Record<string, string>,
  { name, args }: { name: string; args: string[] },
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
      printStep(name, line.trim())
    },
  })
  stopping.addEventListener('abort', () => void child.stop(5000), { once: true })
  const end = await child.ended
  stopping.throwIfAborted()
  if (end !== 'code 0') throw new Error(`Cannot load the ${name} (${end}):\n${latest.join('\n')}`)
  printStep(name, `ready in ${secondsSince(from)}`)
}
