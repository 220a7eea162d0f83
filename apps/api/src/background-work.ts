import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { createJobStore } from './jobs/create-job-store.ts'
import { createOutboxEmails } from './email-triggers/outbox-emails.ts'
import { createJobScheduler } from './jobs/scheduled-jobs.ts'
import { createAttemptReconciler, createDisputeReconciler } from './modules/checkout/index.ts'
import { createHoldExpiryAnnouncer, createScheduledReleaser } from './modules/holds/index.ts'
import { createDropFolderWatcher, createInventoryImporter } from './modules/inventory-imports/index.ts'
import { createRefundProcessor } from './modules/orders/index.ts'
import { createKeptBackTicketsReturner } from './modules/supply/index.ts'
import { createAccountExporter } from './modules/privacy/index.ts'

export interface BackgroundWork {
  start(): void
  /** Waits for running work. */
  stop(): Promise<void>
}

/** The background loops and jobs of a process with the role `worker`. */
export function createBackgroundWork(config: Config, deps: Deps): BackgroundWork {
  const loops = [
    createAttemptReconciler(deps),
    createDisputeReconciler(deps),
    createRefundProcessor(deps),
    createHoldExpiryAnnouncer(deps),
    createScheduledReleaser(deps),
    createAccountExporter(deps),
    createInventoryImporter(deps),
    createDropFolderWatcher(deps),
    createKeptBackTicketsReturner(deps),
  ]
  const jobStore = createJobStore({ ...deps, databaseUrl: config.databaseUrl })
  const jobScheduler = createJobScheduler({ ...deps, boss: jobStore })
  const outboxEmails = createOutboxEmails(deps, jobStore)

  async function startJobs(): Promise<void> {
    await jobStore.start()
    await Promise.all([jobScheduler.start(), outboxEmails.start()])
  }

  return {
    start() {
      for (const loop of loops) loop.start()
      // Selling works without background jobs; they catch up after the next start.
      startJobs().catch((error: unknown) =>
        deps.logger.error({ err: error }, 'background jobs failed to start'),
      )
    },
    async stop() {
      outboxEmails.stop()
      await Promise.all([
        ...loops.map((loop) => loop.stop()),
        jobStore.stop({ graceful: true, timeout: 5000 }),
      ])
    },
  }
}
