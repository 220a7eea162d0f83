import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'

const intervalMs = 1000

interface HoldExpiryAnnouncerDeps {
  db: Db
  outbox: { wake(): void }
  logger: { warn(details: object, text: string): void }
}

/**
 * Writes outbox events for holds that have expired since the last run of any process, and returns how many. The tickets
 * are available from the moment of expiry; the events refresh open pages and create notifications.
 */
export async function announceExpiredHolds({
  db,
  outbox,
}: Pick<HoldExpiryAnnouncerDeps, 'db' | 'outbox'>): Promise<number> {
  const { rows } = await sql<{ announced: number }>`select announce_expired_holds() as announced`.execute(db)
  const announced = rows[0]?.announced ?? 0
  if (announced > 0) outbox.wake()
  return announced
}

/** Announces expired holds every second. Safe to run in several processes. */
export function createHoldExpiryAnnouncer({ db, outbox, logger }: HoldExpiryAnnouncerDeps): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs,
    work: () => announceExpiredHolds({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'failed to announce expired holds'),
  })
}
