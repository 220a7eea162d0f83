import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'

const intervalMs = 1000

interface OwnHoldDeps {
  db: Db
  outbox: { wake(): void }
}

/**
 * Clears sellers' own holds (tickets that a seller keeps off sale until a time) that have ended, refreshes open pages and
 * returns how many. Safe to run in several processes.
 */
export async function endOwnHolds({ db, outbox }: OwnHoldDeps): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_own_holds() as ended`.execute(db)
  const ended = rows[0]?.ended ?? 0
  if (ended > 0) outbox.wake()
  return ended
}

/** Every second, puts tickets back on sale that sellers kept back until now. */
export function createKeptBackTicketsReturner({
  db,
  outbox,
  logger,
}: OwnHoldDeps & { logger: { warn(details: object, text: string): void } }): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs,
    work: () => endOwnHolds({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'could not clear own holds that have ended'),
  })
}
