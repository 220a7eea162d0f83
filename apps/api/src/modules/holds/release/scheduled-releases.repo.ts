import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { RejectedRelease } from '../holds.repo.ts'

export interface ScheduledRelease {
  hold_id: string
  quantity: number
  /** Tickets still held after the release. */
  remaining: number
  release_at: string
}

/** Exactly one property is set. */
export interface ScheduleReleasesResult {
  scheduled?: ScheduledRelease[]
  rejected?: RejectedRelease[]
}

interface ScheduleRequest {
  teamId: string
  parts: ReadonlyMap<string, number>
  delayMs: number
}

export async function storeScheduledReleases(
  tx: Tx,
  { teamId, parts, delayMs }: ScheduleRequest,
): Promise<ScheduleReleasesResult> {
  const { rows } = await sql<{ response: ScheduleReleasesResult }>`
    select schedule_releases(${teamId}, ${[...parts.keys()]}, ${[...parts.values()]}::integer[], ${delayMs}) as response`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('schedule_releases returned no result')
  return row.response
}

/** Returns how many tickets of each hold the team still has, held or bought; 0 if the hold ended without a sale. */
export async function cancelScheduledReleases(
  db: DbOrTx,
  { teamId, holdIds }: { teamId: string; holdIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ hold_id: string; held: number }>`
    select hold_id, held from cancel_scheduled_releases(${teamId}, ${holdIds})`.execute(db)
  return new Map(rows.map(({ hold_id: holdId, held }) => [holdId, held]))
}

/** Cancels the releases of tickets that the team holds for the quote, or through `holdIds`. */
export async function cancelReleasesOfQuote(
  tx: Tx,
  { teamId, quoteId, holdIds }: { teamId: string; quoteId: string; holdIds: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from holds where team_id = ${teamId} and ${holdIsOpen('holds')} and release_at is not null
      and (quote_ref = ${quoteId} or id = any(${holdIds}))`.execute(tx)
  if (rows.length > 0) await cancelScheduledReleases(tx, { teamId, holdIds: rows.map(({ id }) => id) })
}

/** Returns the number of scheduled releases that were due, at most 50 per call. */
export async function carryOutScheduledReleases(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ due: number }>`select carry_out_scheduled_releases() as due`.execute(db)
  return rows[0]?.due ?? 0
}
