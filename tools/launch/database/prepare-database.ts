import { recordNewFiles } from '../backup/record-new-files.ts'
import type { RunningPart, SupervisedPart } from '../processes/supervise-part.ts'
import { pauseUnlessStopped } from '../processes/pause-unless-stopped.ts'
import { databasePart } from '../start-parts.ts'
import { printStep } from '../terminal.ts'
import { databaseProblem } from './database-problem.ts'
import { migrateDatabase, seedDatabase, startDatabase } from './database.ts'
import type { RunningPostgres } from './embedded-postgres.ts'

const runningPollMs = 250

interface PreparedDatabase {
  databaseUrl: string
  /** The embedded server; empty with DATABASE_URL. */
  supervised: SupervisedPart[]
  /** Resolves while the embedded server runs, and at once with DATABASE_URL. */
  whenRunning: () => Promise<void>
}

interface PrepareOptions {
  dataFolder: string
  /** Its data are removed at the end, so they need not survive a crash of the system. */
  temporary: boolean
  seedArgs: string[]
  stopping: AbortSignal
  /** Called with each step that ends what was started. */
  onCleanup: (step: () => Promise<void>) => void
}

/** Starts the database unless DATABASE_URL names one, upgrades it and loads the demo data, or in production countries and currencies. */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const { dataFolder, seedArgs, stopping } = options
  const database = await openDatabase(options)
  stopping.throwIfAborted()
  // Migrations need a session of their own, which a pooler may not give.
  await migrateDatabase(process.env['DATABASE_DIRECT_URL'] || database.databaseUrl).catch(
    (error: unknown) => {
      throw databaseProblem(error) ?? error
    },
  )
  stopping.throwIfAborted()
  // Production rejects demo accounts.
  const isDemo = process.env['APP_ENV'] !== 'production'
  await seedDatabase(
    { DATABASE_URL: database.databaseUrl, DATA_DIR: dataFolder },
    isDemo ? { name: 'demo data', args: seedArgs } : { name: 'countries', args: ['--reference'] },
    stopping,
  )
  return database
}

async function openDatabase({
  dataFolder,
  temporary,
  stopping,
  onCleanup,
}: PrepareOptions): Promise<PreparedDatabase> {
  const externalUrl = process.env['DATABASE_URL']
  if (externalUrl) {
    printStep('database', 'using DATABASE_URL')
    return { databaseUrl: externalUrl, supervised: [], whenRunning: () => Promise.resolve() }
  }
  const durable = !temporary
  let server: RunningPostgres = await startDatabase(dataFolder, { durable })
  onCleanup(() => server.stop())
  const { databaseUrl, cluster } = server
  const stopRecording = recordNewFiles({
    dataFolder,
    cluster,
    printLine: (line) => printStep('backup', line),
  })
  onCleanup(stopRecording)
  const port = Number(new URL(databaseUrl).port)
  async function startAgain(): Promise<RunningPart> {
    server = await startDatabase(dataFolder, { durable, port })
    return databasePart(server)
  }
  return {
    databaseUrl,
    supervised: [{ name: 'PostgreSQL', first: databasePart(server), start: startAgain }],
    async whenRunning() {
      while (!server.isRunning() && !stopping.aborted) await pauseUnlessStopped(runningPollMs, stopping)
    },
  }
}
