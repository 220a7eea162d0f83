import type pg from 'pg'

interface Identity {
  /** The same for a primary and its replicas. */
  system: string
  database: string
}

/** How far the log of the primary has come. */
export async function readPrimaryPosition(pool: pg.Pool): Promise<Identity & { position: bigint }> {
  const { rows } = await pool.query<Identity & { position: string }>(`
    select (select system_identifier::text from pg_control_system()) as system, current_database() as database,
      (pg_current_wal_lsn() - '0/0')::text as position`)
  const [row] = rows
  if (!row) throw new Error('the primary did not describe itself')
  return { ...row, position: BigInt(row.position) }
}

/** How much of the primary's log the server has repeated; null if it is no replica. */
export async function readReplicaPosition(pool: pg.Pool): Promise<Identity & { position: bigint | null }> {
  const { rows } = await pool.query<Identity & { position: string | null }>(`
    select (select system_identifier::text from pg_control_system()) as system, current_database() as database,
      case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`)
  const [row] = rows
  if (!row) throw new Error('the replica did not describe itself')
  return { ...row, position: row.position === null ? null : BigInt(row.position) }
}
