import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { purgeOldSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { sweepFiles } from '#api/files/sweep-files.ts'
import {
  purgeOldLoginFailures,
  purgeOldPasswordResets,
  purgeExpiredSessions,
  purgeOldEmailVerifications,
} from '#api/modules/accounts/index.ts'
import { purgeRevokedFeeds } from '#api/modules/calendars/index.ts'
import { confirmKickOffs, loadDecidedRows, finishInterruptedImports } from '#api/modules/catalogue/index.ts'
import { purgeOldDrafts, purgeUnusedSavedPeople } from '#api/modules/checkout/index.ts'
import { purgeOldProposals } from '#api/modules/clients/index.ts'
import { purgeOldHandovers } from '#api/modules/handover/index.ts'
import { cleanUpExpiredHolds } from '#api/modules/holds/index.ts'
import { purgeOldNotifications } from '#api/modules/notifications/index.ts'
import { purgeAttendees, purgeExpiredDownloadLinks } from '#api/modules/orders/index.ts'
import { purgePaymentEvents, purgeCardSetups } from '#api/modules/payments/index.ts'
import { announceExpiredQuotes, remindOfUnopenedQuotes } from '#api/modules/quotes/index.ts'
import {
  purgeEndedSearches,
  purgeOldSearchAlerts,
  sendPendingMatches,
} from '#api/modules/saved-searches/index.ts'
import { purgeUnsignedDocuments } from '#api/modules/signing/index.ts'
import { purgeOldInvitations } from '#api/modules/teams/index.ts'
import {
  purgeEndedTrackings,
  purgeOldAlerts,
  purgeTrackedPrices,
  sendPendingAlerts,
} from '#api/modules/tracking/index.ts'
import { purgeOldDismissals } from '#api/modules/workspace/index.ts'
import type { Metrics } from '#api/metrics/create-metrics.ts'
import { measure } from '#api/metrics/measure-calls.ts'
import { purgeOutbox } from '#api/outbox/outbox.repo.ts'
import { purgeEndedProcesses } from '#api/processes/processes.repo.ts'
import { systemClock } from '#api/shared/clock.ts'
import { purgeOldIdempotencyKeys } from '#api/shared/idempotency.ts'
import { randomIds } from '#api/shared/ids.ts'

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
    // Loads rows that waited for a decision which was made while an import ran.
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
  { name: 'purge-outbox', cron: '*/15 * * * *', run: purgeOutbox },
  { name: 'purge-ended-processes', cron: '43 * * * *', run: purgeEndedProcesses },
  { name: 'purge-idempotency-keys', cron: '10 * * * *', run: purgeOldIdempotencyKeys },
  { name: 'purge-login-failures', cron: '20 * * * *', run: purgeOldLoginFailures },
  { name: 'purge-password-resets', cron: '25 * * * *', run: purgeOldPasswordResets },
  { name: 'purge-sessions', cron: '40 * * * *', run: purgeExpiredSessions },
  // Identity data is deleted 30 days after the event (product.md §12.7).
  { name: 'purge-attendees', cron: '15 * * * *', run: purgeAttendees },
  { name: 'purge-checkout-drafts', cron: '16 * * * *', run: purgeOldDrafts },
  { name: 'purge-saved-people', cron: '54 3 * * *', run: purgeUnusedSavedPeople },
  { name: 'purge-card-setups', cron: '53 3 * * *', run: purgeCardSetups },
  { name: 'purge-payment-events', cron: '51 3 * * *', run: purgePaymentEvents },
  { name: 'purge-security-events', cron: '45 3 * * *', run: purgeOldSecurityEvents },
  { name: 'purge-email-verifications', cron: '26 * * * *', run: purgeOldEmailVerifications },
  { name: 'purge-invitations', cron: '27 * * * *', run: purgeOldInvitations },
  { name: 'purge-ended-trackings', cron: '28 * * * *', run: purgeEndedTrackings },
  { name: 'purge-tracking-alerts', cron: '32 3 * * *', run: purgeOldAlerts },
  { name: 'purge-ended-searches', cron: '41 3 * * *', run: purgeEndedSearches },
  { name: 'purge-search-alerts', cron: '42 3 * * *', run: purgeOldSearchAlerts },
  { name: 'purge-notifications', cron: '34 3 * * *', run: purgeOldNotifications },
  { name: 'purge-attention-dismissals', cron: '39 3 * * *', run: purgeOldDismissals },
  { name: 'purge-tracked-prices', cron: '33 * * * *', run: purgeTrackedPrices },
  { name: 'purge-calendar-feeds', cron: '31 3 * * *', run: purgeRevokedFeeds },
  { name: 'purge-client-proposals', cron: '38 3 * * *', run: purgeOldProposals },
  { name: 'purge-handovers', cron: '30 * * * *', run: purgeOldHandovers },
  { name: 'purge-ticket-download-links', cron: '36 * * * *', run: purgeExpiredDownloadLinks },
  { name: 'purge-unsigned-documents', cron: '35 3 * * *', run: purgeUnsignedDocuments },
]

/** Includes the job that needs the file store. */
export const allScheduledJobs = (files: FileStore): readonly ScheduledJob[] => [
  ...databaseJobs,
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
  logger,
  metrics,
}: {
  db: Db
  boss: PgBoss
  files: FileStore
  logger: Logger
  metrics: Pick<Metrics, 'jobSeconds'>
}): JobScheduler {
  return {
    async start() {
      const jobs = allScheduledJobs(files)
      const names = new Set(jobs.map(({ name }) => name))
      // Schedules are stored: remove those of jobs that were renamed or no longer exist.
      for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
      for (const { name, cron, run } of jobs) {
        // A job that missed several runs, for example while the server was down, runs once.
        await boss.createQueue(name, { policy: 'short', retryLimit: 0 })
        await boss.work(name, { pollingIntervalSeconds: 20 }, async () => {
          const count = await measure(run(db), (outcome, seconds) =>
            metrics.jobSeconds.observe({ job: name, outcome }, seconds),
          )
          if (count > 0) logger.info({ job: name, count }, 'scheduled job processed rows')
        })
        await boss.schedule(name, cron)
      }
    },
  }
}
