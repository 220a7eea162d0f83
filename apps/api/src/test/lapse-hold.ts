import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Lets a hold's time run out: it ended a second ago, and nobody has swept it. */
export async function lapse(db: Db, holdId: string): Promise<void> {
  await sql`update holds set expires_at = clock_timestamp() - interval '1 second',
    reserved_until = clock_timestamp() - interval '1 second' where id = ${holdId}`.execute(db)
}
