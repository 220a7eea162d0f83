import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'

const everyMs = 1000

interface ExpiryAnnouncerDeps {
  db: Db
  outbox: { wake(): void }
  logger: { warn(details: object, text: string): void }
}

/**
 * Writes outbox events for holds that have expired since the last run of any process, and returns their number. The
 * tickets are available from the moment of expiry; the events only refresh pages that are already open.
 */
export async function announceExpiredHolds({
  db,
  outbox,
}: Pick<ExpiryAnnouncerDeps, 'db' | 'outbox'>): Promise<number> {
  const { rows } = await sql<{ announced: number }>`select announce_expired_holds() as announced`.execute(db)
  const announced = rows[0]?.announced ?? 0
  if (announced > 0) outbox.wake()
  return announced
}

/** Announces expired holds every second. Safe to run in several processes. */
export function createExpiryAnnouncer({ db, outbox, logger }: ExpiryAnnouncerDeps): BackgroundLoop {
  return createBackgroundLoop({
    everyMs,
    work: () => announceExpiredHolds({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'failed to announce expired holds'),
  })
}
