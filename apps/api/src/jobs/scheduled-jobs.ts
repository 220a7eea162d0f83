import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { sweepFiles } from '#api/files/sweep-files.ts'
import {
  purgeOldFactorFailures,
  purgeOldLoginFailures,
  purgeOldPasswordResets,
  purgeOldSignUpCounts,
  purgeReservedNames,
  purgeOldEmailChanges,
  purgeUnfinishedLogins,
} from '#api/modules/accounts/index.ts'
import { purgeRevokedCalendarFeeds } from '#api/modules/calendars/index.ts'
import { confirmKickOffs, loadDecidedRows, finishInterruptedImports } from '#api/modules/catalogue/index.ts'
import { purgeOldPaymentFailures } from '#api/modules/checkout/index.ts'
import { purgeOldHandovers } from '#api/modules/handover/index.ts'
import { cleanUpExpiredHolds } from '#api/modules/holds/index.ts'
import { purgeExpiredDownloadLinks } from '#api/modules/orders/index.ts'
import { purgeOldInventoryImports, runInventoryHeartbeats } from '#api/modules/inventory-imports/index.ts'
import { runPriceRules } from '#api/modules/price-rules/index.ts'
import { announceExpiredQuotes, remindOfUnopenedQuotes } from '#api/modules/quotes/index.ts'
import { purgeEndedSearches, sendPendingMatches } from '#api/modules/saved-searches/index.ts'
import { fillListingTickets, updatePastSales, warnOfEndingOwnHolds } from '#api/modules/supply/index.ts'
import { purgeOldInvitations } from '#api/modules/teams/index.ts'
import { purgeEndedTrackings, purgeTrackedPrices, sendPendingAlerts } from '#api/modules/tracking/index.ts'
import { purgeOldDismissals } from '#api/modules/workspace/index.ts'
import type { Metrics } from '#api/metrics/create-metrics.ts'
import { measure } from '#api/metrics/measure-calls.ts'
import { purgeOutbox } from '#api/outbox/outbox.repo.ts'
import { purgeEndedProcesses } from '#api/processes/processes.repo.ts'
import { runRetention } from '#api/retention/run-retention.ts'
import { inRootSpan } from '#api/tracing/active-span.ts'
import { systemClock } from '#api/shared/clock.ts'
import { purgeOldIdempotencyKeys } from '#api/shared/idempotency.ts'
import { randomIds } from '#api/shared/ids.ts'
import { moduleRetentions } from './module-retentions.ts'

/**
 * Work that runs on a schedule: cleans up old rows, confirms kick-offs, finishes imports, sends collected alerts and
 * reminders. Holds expire and purchases complete without it.
 */
export interface ScheduledJob {
  name: string
  cron: string
  /** Returns the number of processed rows. */
  run: (db: Db) => Promise<number>
}

export const databaseJobs: readonly ScheduledJob[] = [
  { name: 'clean-up-expired-holds', cron: '* * * * *', run: cleanUpExpiredHolds },
  {
    name: 'confirm-kick-offs',
    cron: '5 * * * *',
    run: (db) => confirmKickOffs({ db, clock: systemClock }),
  },
  {
    name: 'finish-interrupted-imports',
    cron: '*/5 * * * *',
    run: (db) => finishInterruptedImports({ db, now: systemClock.now() }),
  },
  {
    // Loads rows whose names were decided while another import was running.
    name: 'load-decided-rows',
    cron: '* * * * *',
    run: (db) => loadDecidedRows({ db, clock: systemClock }),
  },
  {
    name: 'send-tracking-alerts',
    cron: '* * * * *',
    run: (db) => sendPendingAlerts({ db, clock: systemClock, ids: randomIds }),
  },
  {
    name: 'send-search-alerts',
    cron: '* * * * *',
    run: (db) => sendPendingMatches({ db, clock: systemClock, ids: randomIds }),
  },
  {
    name: 'announce-expired-quotes',
    cron: '* * * * *',
    run: (db) => announceExpiredQuotes({ db, clock: systemClock }),
  },
  {
    name: 'remind-of-unopened-quotes',
    cron: '* * * * *',
    run: (db) => remindOfUnopenedQuotes({ db, clock: systemClock }),
  },
  {
    // Each team's rules run every 15 minutes; the job looks for teams that are due.
    name: 'run-price-rules',
    cron: '* * * * *',
    run: (db) => runPriceRules({ db, clock: systemClock }),
  },
  {
    name: 'warn-of-ending-own-holds',
    cron: '* * * * *',
    run: (db) => warnOfEndingOwnHolds({ db, clock: systemClock }),
  },
  // Writes one row per seat for sales older than the table `listing_tickets`; does nothing once they all have them.
  { name: 'fill-listing-tickets', cron: '* * * * *', run: fillListingTickets },
  {
    name: 'update-past-sales',
    cron: '7 * * * *',
    run: (db) => updatePastSales({ db, clock: systemClock }),
  },
  { name: 'purge-outbox', cron: '*/15 * * * *', run: purgeOutbox },
  { name: 'purge-ended-processes', cron: '43 * * * *', run: purgeEndedProcesses },
  { name: 'purge-idempotency-keys', cron: '10 * * * *', run: purgeOldIdempotencyKeys },
  { name: 'purge-login-failures', cron: '20 * * * *', run: purgeOldLoginFailures },
  { name: 'purge-factor-failures', cron: '23 * * * *', run: purgeOldFactorFailures },
  { name: 'purge-payment-failures', cron: '21 * * * *', run: purgeOldPaymentFailures },
  { name: 'purge-sign-up-counts', cron: '24 * * * *', run: purgeOldSignUpCounts },
  { name: 'purge-unfinished-logins', cron: '22 * * * *', run: purgeUnfinishedLogins },
  { name: 'purge-password-resets', cron: '25 * * * *', run: purgeOldPasswordResets },
  { name: 'purge-email-changes', cron: '29 * * * *', run: purgeOldEmailChanges },
  { name: 'purge-reserved-names', cron: '37 * * * *', run: purgeReservedNames },
  { name: 'purge-invitations', cron: '27 * * * *', run: purgeOldInvitations },
  { name: 'purge-ended-trackings', cron: '28 * * * *', run: purgeEndedTrackings },
  { name: 'purge-ended-searches', cron: '41 3 * * *', run: purgeEndedSearches },
  { name: 'purge-attention-dismissals', cron: '39 3 * * *', run: purgeOldDismissals },
  { name: 'purge-tracked-prices', cron: '33 * * * *', run: purgeTrackedPrices },
  { name: 'purge-calendar-feeds', cron: '31 3 * * *', run: purgeRevokedCalendarFeeds },
  { name: 'purge-handovers', cron: '30 * * * *', run: purgeOldHandovers },
  {
    name: 'inventory-heartbeats',
    cron: '* * * * *',
    run: (db) => runInventoryHeartbeats({ db, clock: systemClock }),
  },
  { name: 'purge-inventory-imports', cron: '47 * * * *', run: purgeOldInventoryImports },
  { name: 'purge-ticket-download-links', cron: '36 * * * *', run: purgeExpiredDownloadLinks },
]

interface JobDeps {
  files: FileStore
  config: Pick<Config, 'retentionDays'>
  logger: Logger
}

/** Includes the jobs that need the file store or the configuration. */
export const allScheduledJobs = ({ files, config, logger }: JobDeps): readonly ScheduledJob[] => [
  ...databaseJobs,
  {
    // Deletes or anonymizes data older than RETENTION_DAYS allows.
    name: 'retention',
    cron: '17 2 * * *',
    run: (db) => runRetention({ db, clock: systemClock, config, logger }, moduleRetentions(db)),
  },
  { name: 'sweep-files', cron: '37 * * * *', run: (db) => sweepFiles({ db, files }) },
]

export interface JobScheduler {
  /** Requires a started job store. */
  start(): Promise<void>
}

/** Schedules the jobs, each run by one process at a time. */
export function createJobScheduler({
  db,
  boss,
  files,
  config,
  logger,
  metrics,
}: JobDeps & {
  db: Db
  boss: PgBoss
  metrics: Pick<Metrics, 'jobSeconds'>
}): JobScheduler {
  return {
    async start() {
      const jobs = allScheduledJobs({ files, config, logger })
      const names = new Set(jobs.map(({ name }) => name))
      // Schedules are stored: remove those of jobs that were renamed or no longer exist.
      for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
      for (const { name, cron, run: work } of jobs) {
        // A job that missed several runs, for example while the server was down, runs once.
        await boss.createQueue(name, { policy: 'short', retryLimit: 0 })
        await boss.work(name, { pollingIntervalSeconds: 20 }, async () => {
          const run = inRootSpan(
            `job ${name}`,
            { kind: 'consumer', attributes: { 'terrace.job': name } },
            () => work(db),
          )
          const count = await measure(run, (outcome, seconds) =>
            metrics.jobSeconds.observe({ job: name, outcome }, seconds),
          ).catch((error: unknown) => {
            logger.error({ err: error, job: name }, 'scheduled job failed')
            throw error
          })
          if (count > 0) logger.info({ job: name, count }, 'scheduled job processed rows')
        })
        await boss.schedule(name, cron)
      }
    },
  }
}
