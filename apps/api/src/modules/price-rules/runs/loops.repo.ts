import { loopPauseHours } from '@terrace/contracts/price-rules'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** By listing id, the move of a rule that set its present price, if that was within the last hour. */
export async function findPricingMoves(
  db: DbOrTx,
  listingIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<{ listingId: string; id: string }>`
    select m.listing_id as "listingId", m.id::text as id
    from unnest(${listingIds}::text[]) as given (listing_id)
    join listings l on l.id = given.listing_id
    cross join lateral (
      select m.id, m.listing_id, m.to_minor from price_rule_moves m
      where m.listing_id = l.id and m.outcome = 'moved' and m.at > ${now}::timestamptz - interval '1 hour'
      order by m.at desc, m.id desc limit 1
    ) m
    where m.to_minor = l.price_minor`.execute(db)
  return new Map(rows.map(({ listingId, id }) => [listingId, id]))
}

/** Moves of the last hour, each triggered by the one before. `moves` has each pair once, in no order. */
export interface MoveChain {
  /** Number of moves. */
  length: number
  moves: [ruleId: string, listingId: string][]
}

/** Chains are followed back for this many moves; a longer loop is not found. */
const longestChain = 100

/** The chain that ends with each of these moves, by the id of that move. */
export async function readMoveChains(
  db: DbOrTx,
  moveIds: readonly string[],
  now: Date,
): Promise<Map<string, MoveChain>> {
  if (moveIds.length === 0) return new Map()
  const { rows } = await sql<MoveChain & { lastId: string }>`
    with recursive chain as (
      select m.id as last_id, m.rule_id, m.listing_id, m.answered_move_id, 1 as depth
      from price_rule_moves m where m.id = any(${moveIds}::bigint[])
      union all
      select c.last_id, m.rule_id, m.listing_id, m.answered_move_id, c.depth + 1
      from chain c join price_rule_moves m on m.id = c.answered_move_id
      where m.at > ${now}::timestamptz - interval '1 hour' and c.depth < ${longestChain}
    )
    select last_id::text as "lastId", count(*)::integer as length,
      jsonb_agg(distinct jsonb_build_array(rule_id, listing_id)) as moves
    from chain group by last_id`.execute(db)
  return new Map(rows.map(({ lastId, ...chain }) => [lastId, chain]))
}

/** A listing of a loop, and the rule that prices it. */
export interface LoopMember {
  ruleId: string
  listingId: string
  /** Another listing of the loop; `answered_listing_id` in the log. */
  otherListingId: string
}

/**
 * Which of these listings are paused. The log is the only record of a pause: a listing is paused for `loopPauseHours` after
 * an entry with the reason `loop` of its present rule in its present version.
 */
export async function readPaused(db: DbOrTx, listingIds: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.listing_id as id from price_rule_listings p join price_rules r on r.id = p.rule_id
    where p.listing_id = any(${listingIds}) and exists (
      select from price_rule_moves m where m.listing_id = p.listing_id and m.reason = 'loop' and m.rule_id = p.rule_id
        and m.rule_version = r.version and m.at > ${now}::timestamptz - make_interval(hours => ${loopPauseHours}))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Pauses the listings, by an entry with the reason `loop` in the log; see {@link readPaused}. */
export async function insertPauses(tx: Tx, members: readonly LoopMember[], now: Date): Promise<void> {
  if (members.length === 0) return
  await sql`
    insert into price_rule_moves (team_id, rule_id, rule_version, run_id, listing_id, at, outcome, reason, currency, from_minor,
      answered_listing_id)
    select r.team_id, r.id, r.version, last.run_id, l.id, ${now}, 'kept', 'loop', l.currency, l.price_minor,
      j."otherListingId"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as j ("ruleId" text, "listingId" text, "otherListingId" text)
    join price_rules r on r.id = j."ruleId"
    join listings l on l.id = j."listingId"
    cross join lateral (
      select m.run_id from price_rule_moves m where m.listing_id = l.id order by m.id desc limit 1) last
    order by l.id`.execute(tx)
}

export interface LoopingRule extends StoppedRule {
  /** Number of other sellers with whose rules this version had loops within a day. Related teams count as one. */
  teams: number
  /** Whether listings are still paused after an earlier loop, of which the team was notified. */
  wasPaused: boolean
}

/** The rules of these loops. Call it before the loops are logged: it counts them in addition to those in the log. */
export async function readLoopingRules(
  tx: Tx,
  members: readonly LoopMember[],
  now: Date,
): Promise<LoopingRule[]> {
  const { rows } = await sql<LoopingRule>`
    with looping as materialized (
      select j."ruleId" as rule_id, j."otherListingId" as other_id
      from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as j ("ruleId" text, "otherListingId" text)
    ), rules as materialized (
      select r.id, r.team_id, r.version from price_rules r where r.id in (select rule_id from looping)
    ), earlier as materialized (
      select m.rule_id, m.answered_listing_id as other_id, m.at from rules r
      join price_rule_moves m on m.rule_id = r.id and m.rule_version = r.version
      where m.reason = 'loop' and m.at > ${now}::timestamptz - interval '24 hours'
    ), looped_with as materialized (
      select distinct a.rule_id, l.seller_team_id as team_id
      from (select rule_id, other_id from looping union select rule_id, other_id from earlier) a
      join listings l on l.id = a.other_id
    )
    select r.id, r.team_id as "teamId",
      (select count(distinct (select min(t) from related_teams(m.team_id) t))::integer from looped_with m
        where m.rule_id = r.id and m.team_id not in (select related_teams(r.team_id))) as teams,
      exists (select from earlier e where e.rule_id = r.id
        and e.at > ${now}::timestamptz - make_interval(hours => ${loopPauseHours})) as "wasPaused"
    from rules r order by r.id`.execute(tx)
  return rows
}

export interface StoppedRule {
  id: string
  teamId: string
}

/** Stops those of the rules that are on. */
export async function stopRules(tx: Tx, ruleIds: readonly string[], at: Date): Promise<StoppedRule[]> {
  const { rows } = await sql<StoppedRule>`
    with locked as (
      select id from price_rules where id = any(${ruleIds}) and state = 'on' order by id for update
    )
    update price_rules r set state = 'stopped', stopped_reason = 'loop', stopped_at = ${at}
    from locked where r.id = locked.id
    returning r.id, r.team_id as "teamId"`.execute(tx)
  return rows
}
