import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** Creates the job store of this process, not started yet, with two connections. */
export function createJobStore({ databaseUrl, logger }: { databaseUrl: string; logger: Logger }): PgBoss {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'terrace-jobs', max: 2 })
  boss.on('error', (error) => logger.warn({ err: error }, 'job store error'))
  return boss
}
