import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { forgetOldLoginFailures } from '../modules/accounts/index.ts'
import { expireHolds } from '../modules/holds/index.ts'
import { trimOutbox } from '../outbox/outbox.repo.ts'
import { forgetOldKeys } from '../shared/idempotency.ts'

/** Work that keeps tables small. None of it decides anything: the house is true without it, only slower. */
export interface Chore {
  name: string
  cron: string
  /** Answers how many rows it dealt with. */
  run: (db: Db) => Promise<number>
}

export const chores: readonly Chore[] = [
  { name: 'expire-holds', cron: '* * * * *', run: expireHolds },
  { name: 'trim-outbox', cron: '*/15 * * * *', run: trimOutbox },
  { name: 'forget-idempotency-keys', cron: '10 * * * *', run: forgetOldKeys },
  { name: 'forget-login-failures', cron: '20 * * * *', run: forgetOldLoginFailures },
]

export interface Housekeeping {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Runs the chores by the clock, each by one process at a time however many there are. */
export function createHousekeeping({
  db,
  databaseUrl,
  logger,
}: {
  db: Db
  databaseUrl: string
  logger: Logger
}): Housekeeping {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'terrace-jobs',
    max: 2,
  })
  boss.on('error', (error) => logger.warn({ err: error }, 'a job of the housekeeping failed'))

  return {
    async start() {
      await boss.start()
      for (const { name, cron, run } of chores) {
        // A chore that is late is done once, not once for every time it was missed.
        await boss.createQueue(name, { policy: 'short', retryLimit: 0 })
        await boss.work(name, { pollingIntervalSeconds: 20 }, async () => {
          const count = await run(db)
          if (count > 0) logger.info({ chore: name, count }, 'housekeeping')
        })
        await boss.schedule(name, cron)
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
