import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

export interface SentCount {
  keyHash: string
  count: number
}

export interface SharedCount extends SentCount {
  /** Requests in the minute before. */
  previous: number
}

/** Adds this process's requests of `minute` to those of all processes, and returns the totals. */
export async function addRequestCounts(
  db: Db,
  minute: Date,
  sent: readonly SentCount[],
): Promise<SharedCount[]> {
  const { rows } = await sql<SharedCount>`
    with added as (
      insert into request_counts as stored (key_hash, minute, count)
      select key_hash, ${minute}, count
      from unnest(${sent.map(({ keyHash }) => keyHash)}::text[], ${sent.map(({ count }) => count)}::integer[])
        as sent (key_hash, count)
      -- One order in all processes, so that they never wait for each other in a circle.
      order by key_hash
      on conflict (key_hash, minute) do update set count = stored.count + excluded.count
      returning key_hash, count
    )
    select added.key_hash as "keyHash", added.count, coalesce(earlier.count, 0) as previous
    from added
    left join request_counts earlier
      on earlier.key_hash = added.key_hash and earlier.minute = ${minute}::timestamptz - interval '1 minute'`.execute(
    db,
  )
  return rows
}

/** Deletes counts that no limit reads any more. */
export async function purgeRequestCounts(db: Db, minute: Date): Promise<void> {
  await sql`delete from request_counts where minute < ${minute}::timestamptz - interval '1 minute'`.execute(
    db,
  )
}
