import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os'
import { openDatabase, type Db } from '#api/db/client.ts'
import { planUpgrade } from '#api/db/upgrade/plan-upgrade.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { readOperationalCounts, readQueueSizes } from '#api/metrics/operational-counts.repo.ts'
import { packageVersion } from '#api/shared/package-version.ts'
import { withoutValues } from '#api/tracing/statement-summary.ts'
import { reasonOf } from '../finding.ts'
import {
  readAppliedMigrations,
  readFailedJobs,
  readRunningStatements,
  readServerFacts,
  readStatementStatistics,
  readTableSizes,
} from './database-facts.repo.ts'

/** Contents of the bundle by file name. */
export type Facts = Record<string, unknown>

export function collectVersions(): Facts {
  return {
    'versions.json': {
      at: new Date().toISOString(),
      terrace: packageVersion(),
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

/** Facts about the database. What cannot be read has its reason instead. */
export async function collectDatabaseFacts(databaseUrl: string | undefined): Promise<Facts> {
  if (databaseUrl === undefined) return {}
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    return Object.fromEntries(
      await Promise.all(
        Object.entries(collectors(db, databaseUrl)).map(
          async ([file, collect]): Promise<[string, unknown]> => [
            file,
            await collect().catch((error: unknown) => ({ unavailable: scrubText(reasonOf(error)) })),
          ],
        ),
      ),
    )
  } finally {
    await db.destroy()
  }
}

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
