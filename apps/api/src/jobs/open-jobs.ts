import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** The job store, not started yet: two connections for all that this process does in the background. */
export function openJobs({ databaseUrl, logger }: { databaseUrl: string; logger: Logger }): PgBoss {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'terrace-jobs', max: 2 })
  boss.on('error', (error) => logger.warn({ err: error }, 'the job store failed'))
  return boss
}
