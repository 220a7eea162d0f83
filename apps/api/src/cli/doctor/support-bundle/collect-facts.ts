import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os'
import { openDatabase, type Db } from '#api/db/client.ts'
import { planUpgrade } from '#api/db/upgrade/plan-upgrade.ts'
import { releaseNumber } from '#api/db/upgrade/release-number.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { readOperationalCounts, readQueueSizes } from '#api/metrics/operational-counts.repo.ts'
import { packageVersion } from '#api/shared/package-version.ts'
import { withoutValues } from '#api/tracing/statement-summary.ts'
import { reasonOf } from '../finding.ts'
import {
  readAppliedMigrations,
  readFailedJobs,
  readProcesses,
  readRunningStatements,
  readServerFacts,
  readStatementStatistics,
  readTableSizes,
  type RegisteredProcess,
} from './database-facts.repo.ts'

/** Contents of the bundle by file name. */
export type Facts = Record<string, unknown>

export function collectVersions(): Facts {
  return {
    'versions.json': {
      at: new Date().toISOString(),
      terrace: packageVersion(),
      release: releaseNumber,
      node: process.version,
      machine: {
        platform: platform(),
        release: release(),
        architecture: arch(),
        processors: cpus().length,
        load: loadavg(),
        memoryBytes: totalmem(),
        freeBytes: freemem(),
        uptimeSeconds: Math.round(uptime()),
      },
    },
  }
}

export interface Unavailable {
  unavailable: string
}

export interface DatabaseFacts {
  facts: Facts
  /** Of the whole installation, or the reason why they cannot be read. */
  processes: readonly RegisteredProcess[] | Unavailable
}

/** Facts about the database. What cannot be read has its reason instead. */
export async function collectDatabaseFacts(databaseUrl: string | undefined): Promise<DatabaseFacts> {
  if (databaseUrl === undefined) return { facts: {}, processes: [] }
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    const [processes, ...files] = await Promise.all([
      readProcesses(db).catch(unavailable),
      ...Object.entries(collectors(db, databaseUrl)).map(
        async ([file, collect]): Promise<[string, unknown]> => [file, await collect().catch(unavailable)],
      ),
    ])
    return { facts: Object.fromEntries(files), processes }
  } finally {
    await db.destroy()
  }
}

const unavailable = (error: unknown): Unavailable => ({ unavailable: scrubText(reasonOf(error)) })

function collectors(db: Db, databaseUrl: string): Record<string, () => Promise<unknown>> {
  return {
    'database.json': () => readServerFacts(db),
    'tables.json': () => readTableSizes(db),
    'queues.json': async () => ({
      ...(await readQueueSizes(db)),
      open: await readOperationalCounts(db),
      givenUp: (await readFailedJobs(db)).map(({ reason, ...jobs }) => ({
        ...jobs,
        reason: reason === null ? null : scrubText(reason),
      })),
    }),
    'migrations.json': async () => {
      const { migrations } = await planUpgrade({ databaseUrl })
      return { pending: migrations.map(({ name }) => name), latest: await readAppliedMigrations(db) }
    },
    'slow-statements.json': async () => {
      const [running, byTotalTime] = [await readRunningStatements(db), await readStatementStatistics(db)]
      return {
        running: running.map(withoutStatementValues),
        byTotalTime: typeof byTotalTime === 'string' ? byTotalTime : byTotalTime.map(withoutStatementValues),
      }
    },
  }
}

function withoutStatementValues<Statement extends { text: string }>(statement: Statement): Statement {
  return { ...statement, text: withoutValues(statement.text).slice(0, 2000) }
}
