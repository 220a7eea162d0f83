import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { forgetOldSecurityEvents } from '../audit/audit.repo.ts'
import type { Db } from '../db/client.ts'
import type { FileStore } from '../files/file-store.port.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import {
  forgetOldLoginFailures,
  forgetOldPasswordResets,
  forgetOldSessions,
  forgetOldVerifications,
} from '../modules/accounts/index.ts'
import { confirmKickOffs } from '../modules/catalogue/index.ts'
import { forgetOldDrafts } from '../modules/checkout/index.ts'
import { forgetOldHandovers } from '../modules/handover/index.ts'
import { expireHolds } from '../modules/holds/index.ts'
import { forgetAttendees, forgetOldAddresses } from '../modules/orders/index.ts'
import {
  forgetOldAnswers,
  forgetOldEvents,
  forgetOldSetups,
  forgetSentEvents,
} from '../modules/payments/index.ts'
import { tellEndedQuotes } from '../modules/quotes/index.ts'
import { forgetOldSignings } from '../modules/signing/index.ts'
import { forgetOldInvitations } from '../modules/teams/index.ts'
import { forgetEndedMarks, forgetOldAlerts, forgetOldPrices, tellWaiting } from '../modules/tracking/index.ts'
import { trimOutbox } from '../outbox/outbox.repo.ts'
import { systemClock } from '../shared/clock.ts'
import { forgetOldKeys } from '../shared/idempotency.ts'
import { randomIds } from '../shared/ids.ts'

/** Work that keeps tables small and dates current. None of it decides anything: nobody holds or buys by it. */
export interface Chore {
  name: string
  cron: string
  /** Answers how many rows it dealt with. */
  run: (db: Db) => Promise<number>
}

export const chores: readonly Chore[] = [
  { name: 'expire-holds', cron: '* * * * *', run: expireHolds },
  {
    name: 'confirm-kick-offs',
    cron: '5 * * * *',
    run: (db) => confirmKickOffs({ db, clock: systemClock }),
  },
  {
    name: 'tell-waiting-alerts',
    cron: '* * * * *',
    run: (db) => tellWaiting({ db, clock: systemClock, ids: randomIds }),
  },
  {
    name: 'tell-ended-quotes',
    cron: '* * * * *',
    run: (db) => tellEndedQuotes({ db, clock: systemClock }),
  },
  { name: 'trim-outbox', cron: '*/15 * * * *', run: trimOutbox },
  { name: 'forget-idempotency-keys', cron: '10 * * * *', run: forgetOldKeys },
  { name: 'forget-login-failures', cron: '20 * * * *', run: forgetOldLoginFailures },
  { name: 'forget-password-resets', cron: '25 * * * *', run: forgetOldPasswordResets },
  { name: 'forget-sessions', cron: '40 * * * *', run: forgetOldSessions },
  // Identity data: 30 days after the event it is nobody's business any more (product.md §12).
  { name: 'forget-attendees', cron: '15 * * * *', run: forgetAttendees },
  { name: 'forget-checkout-drafts', cron: '16 * * * *', run: forgetOldDrafts },
  { name: 'forget-card-setups', cron: '53 3 * * *', run: forgetOldSetups },
  { name: 'forget-payment-events', cron: '51 3 * * *', run: forgetOldEvents },
  { name: 'forget-sandbox-events', cron: '52 3 * * *', run: forgetSentEvents },
  { name: 'forget-sandbox-answers', cron: '50 3 * * *', run: forgetOldAnswers },
  { name: 'forget-security-events', cron: '45 3 * * *', run: forgetOldSecurityEvents },
  { name: 'forget-email-verifications', cron: '26 * * * *', run: forgetOldVerifications },
  { name: 'forget-invitations', cron: '27 * * * *', run: forgetOldInvitations },
  { name: 'forget-ended-marks', cron: '28 * * * *', run: forgetEndedMarks },
  { name: 'forget-tracking-alerts', cron: '32 3 * * *', run: forgetOldAlerts },
  { name: 'forget-tracked-prices', cron: '33 * * * *', run: forgetOldPrices },
  { name: 'forget-handovers', cron: '30 * * * *', run: forgetOldHandovers },
  { name: 'forget-ticket-addresses', cron: '36 * * * *', run: forgetOldAddresses },
  { name: 'forget-unsigned-documents', cron: '35 3 * * *', run: forgetOldSignings },
]

/** With the one that needs more than the database. */
export const choresWith = (files: FileStore): readonly Chore[] => [
  ...chores,
  { name: 'sweep-files', cron: '37 * * * *', run: (db) => sweepFiles({ db, files }) },
]

export interface Housekeeping {
  /** The job store has been started before. */
  start(): Promise<void>
}

/** Runs the chores by the clock, each by one process at a time however many there are. */
export function createHousekeeping({
  db,
  boss,
  files,
  logger,
}: {
  db: Db
  boss: PgBoss
  files: FileStore
  logger: Logger
}): Housekeeping {
  return {
    async start() {
      for (const { name, cron, run } of choresWith(files)) {
        // A chore that is late is done once, not once for every time it was missed.
        await boss.createQueue(name, { policy: 'short', retryLimit: 0 })
        await boss.work(name, { pollingIntervalSeconds: 20 }, async () => {
          const count = await run(db)
          if (count > 0) logger.info({ chore: name, count }, 'housekeeping')
        })
        await boss.schedule(name, cron)
      }
    },
  }
}
