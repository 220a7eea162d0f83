import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { repeat, type Repeated } from '../../shared/repeat.ts'

const everyMs = 1000

interface LapsesDeps {
  db: Db
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void }
}

/**
 * Tells of holds that have run out since this was last done, by whichever process; answers how many. Their tickets were
 * free from the moment they ran out, for feeds and for holds: only who looks at a page that nobody touches has to be told.
 */
export async function tellLapses({ db, outbox }: Pick<LapsesDeps, 'db' | 'outbox'>): Promise<number> {
  const { rows } = await sql<{ told: number }>`select tell_lapsed_holds() as told`.execute(db)
  const told = rows[0]?.told ?? 0
  if (told > 0) outbox.wake()
  return told
}

/** Tells of lapsed holds every second. Safe on any number of processes. */
export function createLapseTeller({ db, outbox, logger }: LapsesDeps): Repeated {
  return repeat({
    everyMs,
    work: () => tellLapses({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'holds that ran out could not be told of'),
  })
}
