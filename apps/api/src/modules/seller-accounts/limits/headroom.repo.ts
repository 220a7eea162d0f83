import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface StoredLimits {
  exposureLimitMinor: number | null
  exposureCurrency: string | null
  /** Sales whose tickets are not delivered; `unconfirmed` in the database, on the wire and in commands. */
  undeliveredLimit: number | null
  suspensionReason: string | null
}

/** How much of its limits a seller uses. */
export interface LimitUse {
  exposureMinor: number
  undelivered: number
}

const limitsLock = (teamId: string) => sql`hashtext('selling_limits'), hashtext(${teamId})`

/** Waits for calls that are putting tickets of the team on sale, and makes later ones wait for the operator's decision. */
export async function lockLimitsForDecision(tx: Tx, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${limitsLock(teamId)})`.execute(tx)
}

/** Locks the limits against changes. Calls that put tickets of a team with limits on sale also wait for each other. */
export async function lockLimits(tx: Tx, teamId: string): Promise<StoredLimits | undefined> {
  // A seller without limits has no row to lock.
  await sql`select pg_advisory_xact_lock_shared(${limitsLock(teamId)})`.execute(tx)
  await sql`select from seller_accounts where team_id = ${teamId} for update`.execute(tx)
  return readLimits(tx, teamId)
}

export async function readLimits(db: DbOrTx, teamId: string): Promise<StoredLimits | undefined> {
  const { rows } = await sql<StoredLimits>`
    select exposure_limit_minor as "exposureLimitMinor", exposure_currency as "exposureCurrency",
      unconfirmed_limit as "undeliveredLimit", suspension_reason as "suspensionReason"
    from seller_accounts where team_id = ${teamId}`.execute(db)
  return rows[0]
}

/** Call it after `lockLimits`: only a later statement sees what others wrote during the lock wait. */
export async function readLimitUse(
  db: DbOrTx,
  { teamId, currency, now }: { teamId: string; currency: string; now: Date },
): Promise<LimitUse> {
  const { rows } = await sql<LimitUse>`
    select exposure_minor as "exposureMinor", undelivered from seller_exposure(${teamId}, ${currency}, ${now})`.execute(
    db,
  )
  return rows[0] ?? { exposureMinor: 0, undelivered: 0 }
}

/** Units of the second currency for one of the first; 1 without a rate, as in `seller_exposure`. */
export async function readRate(
  db: DbOrTx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ rate: string }>`
    select coalesce((select rate from exchange_rate(${from}, ${to}, (${now}::timestamptz at time zone 'utc')::date)), 1)
      as rate`.execute(db)
  return Number(rows[0]?.rate ?? 1)
}
