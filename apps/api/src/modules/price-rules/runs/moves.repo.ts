import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { AnsweringMove } from './break-loops.ts'

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

export interface LoggedMove extends AnsweringMove {
  /** Of the outcome with its inputs. */
  signature: string
}

/** Writes the log, and remembers what was logged last of each listing. */
export async function insertMoves(
  tx: Tx,
  { teamId, runId, moves, now }: { teamId: string; runId: string; moves: readonly LoggedMove[]; now: Date },
): Promise<void> {
  if (moves.length === 0) return
  const records = moves.map((move) => ({
    rule_id: move.rule.id,
    rule_version: move.rule.version,
    listing_id: move.listing.id,
    outcome: move.toMinor === null ? 'kept' : 'moved',
    reason: move.reason,
    currency: move.listing.currency,
    from_minor: move.listing.priceMinor,
    to_minor: move.toMinor,
    wanted_minor: move.wantedMinor,
    limited_by: move.limitedBy,
    floor_minor: move.floorMinor,
    lowest_minor: move.lowestMinor,
    compared: move.compared,
    seen: move.seen.map(({ minor, isOutlier }) => [minor, isOutlier]),
    answered_listing_id: move.toMinor === null && move.reason !== 'loop' ? null : move.followedId,
    answered_move_id: move.answeredMoveId,
    signature: move.signature,
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
