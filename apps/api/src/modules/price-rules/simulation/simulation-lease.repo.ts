import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** How long a simulation may work on one batch. */
const leaseMs = 2 * 60_000

/**
 * Claims the right to simulate, which one simulation of a team has at a time. Returns the end of the claim, or `undefined`
 * while another simulation runs.
 */
export async function claimSimulation(db: DbOrTx, teamId: string, now: Date): Promise<Date | undefined> {
  const until = new Date(now.getTime() + leaseMs)
  const { rows } = await sql`
    update price_rule_teams set simulating_until = ${until}
    where team_id = ${teamId} and (simulating_until is null or simulating_until <= ${now})
    returning team_id`.execute(db)
  return rows.length > 0 ? until : undefined
}

/** Extends a claim and returns its new end; `undefined` if it had ended and another simulation has started. */
export async function extendSimulation(
  db: DbOrTx,
  { teamId, until, now }: { teamId: string; until: Date; now: Date },
): Promise<Date | undefined> {
  const next = new Date(now.getTime() + leaseMs)
  const { rows } = await sql`
    update price_rule_teams set simulating_until = ${next}
    where team_id = ${teamId} and simulating_until = ${until} returning team_id`.execute(db)
  return rows.length > 0 ? next : undefined
}

export async function releaseSimulation(
  db: DbOrTx,
  { teamId, until }: { teamId: string; until: Date },
): Promise<void> {
  await sql`
    update price_rule_teams set simulating_until = null
    where team_id = ${teamId} and simulating_until = ${until}`.execute(db)
}
