import { sql } from 'kysely'
import { processIsRunning } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

interface ProcessRecord {
  id: string
  roles: readonly string[]
  /** Of the keys that all processes share, by name. */
  fingerprints: Readonly<Record<string, string>>
  /** Where it may be reached. */
  origins: readonly string[]
}

/** Records that the process runs. */
export async function recordProcess(
  db: DbOrTx,
  { id, roles, fingerprints, origins }: ProcessRecord,
): Promise<void> {
  await sql`
    insert into processes (id, roles, fingerprints, origins)
    values (${id}, ${roles}, ${JSON.stringify(fingerprints)}::jsonb, ${origins}::text[])
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db)
}

/** Frees what the process has claimed. */
export async function removeProcess(db: DbOrTx, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute()
}

/** Deletes processes that ended without removing themselves an hour ago, and returns how many. */
export async function purgeEndedProcesses(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Fingerprints of the keys of a running process that started before this one; empty if there is none. */
export async function findEarlierProcess(db: DbOrTx, id: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ fingerprints: Record<string, string> }>`
    select earlier.fingerprints from processes earlier, processes own
    where own.id = ${id} and (earlier.started_at, earlier.id) < (own.started_at, own.id)
      and ${processIsRunning('earlier')}
    order by earlier.started_at limit 1`.execute(db)
  return rows[0]?.fingerprints ?? {}
}

interface StoredDataKey {
  id: number
  fingerprint: string
}

/** The data keys that this database was used with; the one that encrypts comes first. Locks them. */
export async function readDataKeys(tx: Tx): Promise<StoredDataKey[]> {
  await sql`lock table data_keys in share row exclusive mode`.execute(tx)
  const { rows } = await sql<StoredDataKey>`
    select id, fingerprint from data_keys order by encrypts_since desc nulls last`.execute(tx)
  return rows
}

/** Lets processes start without the key. */
export async function removeDataKey(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('data_keys').where('id', '=', id).execute()
}

/** Stores new keys. The first of `keys` encrypts from now on. */
export async function addDataKeys(tx: Tx, keys: readonly StoredDataKey[]): Promise<void> {
  const [encrypting] = keys
  await sql`
    insert into data_keys (id, fingerprint)
    select * from unnest(${keys.map(({ id }) => id)}::integer[], ${keys.map((key) => key.fingerprint)}::text[])
    on conflict (id) do nothing`.execute(tx)
  await sql`
    update data_keys set encrypts_since = clock_timestamp()
    where id = ${encrypting?.id} and id is distinct from (
      select id from data_keys where encrypts_since is not null order by encrypts_since desc limit 1)`.execute(
    tx,
  )
}
