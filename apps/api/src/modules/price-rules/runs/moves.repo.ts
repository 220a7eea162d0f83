import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { LinkedDecision } from './break-loops.ts'
import { decisionColumns } from './decision-columns.ts'

export interface CoverageRow {
  listingId: string
  ruleId: string
  lastSignature: string | null
}

/** The next listings that the team's rules cover, in the order of their ids. */
export async function readNextCovered(
  tx: Tx,
  { teamId, after, limit }: { teamId: string; after: string; limit: number },
): Promise<CoverageRow[]> {
  const { rows } = await sql<CoverageRow>`
    select p.listing_id as "listingId", p.rule_id as "ruleId", p.last_signature as "lastSignature"
    from price_rule_listings p where p.team_id = ${teamId} and p.listing_id > ${after}
    order by p.listing_id limit ${limit}`.execute(tx)
  return rows
}

export interface LoggedDecision extends LinkedDecision {
  /** Equal for decisions whose entries in the log would say the same. */
  signature: string
}

/** Writes decisions to the log, and stores the outcome and signature that were logged last for each listing. */
export async function insertMoves(
  tx: Tx,
  {
    teamId,
    runId,
    decisions,
    now,
  }: { teamId: string; runId: string; decisions: readonly LoggedDecision[]; now: Date },
): Promise<void> {
  if (decisions.length === 0) return
  const records = decisions.map((decision) => ({
    ...decisionColumns(decision),
    wanted_minor: decision.wantedMinor,
    seen: decision.seen.map(({ minor, isOutlier }) => [minor, isOutlier]),
    answered_listing_id:
      decision.toMinor === null && decision.reason !== 'loop' ? null : decision.followedListingId,
    answered_move_id: decision.triggeredByMoveId,
    signature: decision.signature,
  }))
  await sql`
    with logged as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (rule_id text, rule_version integer,
        listing_id text, outcome text, reason text, currency text, from_minor bigint, to_minor bigint, wanted_minor bigint,
        limited_by text[], floor_minor bigint, lowest_minor bigint, compared integer, seen jsonb, answered_listing_id text,
        answered_move_id bigint, signature text)
    ), remembered as (
      update price_rule_listings p set last_outcome = r.outcome, last_signature = r.signature
      from logged r where p.listing_id = r.listing_id
    )
    insert into price_rule_moves (team_id, rule_id, rule_version, run_id, listing_id, at, outcome, reason, currency,
      from_minor, to_minor, wanted_minor, limited_by, floor_minor, lowest_minor, compared, seen, answered_listing_id,
      answered_move_id)
    select ${teamId}, rule_id, rule_version, ${runId}::bigint, listing_id, ${now}, outcome, reason, currency, from_minor,
      to_minor, wanted_minor, limited_by, floor_minor, lowest_minor, compared, seen, answered_listing_id, answered_move_id
    from logged order by listing_id`.execute(tx)
}
