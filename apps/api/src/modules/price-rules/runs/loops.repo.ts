import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** The move of a rule that set the present price of each listing within the last hour, by listing id. */
export async function findPricingMoves(
  db: DbOrTx,
  listingIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<{ listingId: string; id: string }>`
    select m.listing_id as "listingId", m.id::text as id
    from unnest(${listingIds}::text[]) as asked (listing_id)
    join listings l on l.id = asked.listing_id
    cross join lateral (
      select m.id, m.listing_id, m.to_minor from price_rule_moves m
      where m.listing_id = l.id and m.outcome = 'moved' and m.at > ${now}::timestamptz - interval '1 hour'
      order by m.at desc, m.id desc limit 1
    ) m
    where m.to_minor = l.price_minor`.execute(db)
  return new Map(rows.map(({ listingId, id }) => [listingId, id]))
}

/** Moves of the last hour, each of which answered the next one. */
export interface AnswerChain {
  length: number
  ruleIds: string[]
  listingIds: string[]
}

const longestChain = 12

/** The chains that end with these moves, by the id of the last move. */
export async function readAnswerChains(
  db: DbOrTx,
  moveIds: readonly string[],
  now: Date,
): Promise<Map<string, AnswerChain>> {
  if (moveIds.length === 0) return new Map()
  const { rows } = await sql<AnswerChain & { lastId: string }>`
    with recursive chain as (
      select m.id as last_id, m.rule_id, m.listing_id, m.answered_move_id, 1 as place
      from price_rule_moves m where m.id = any(${moveIds}::bigint[])
      union all
      select c.last_id, m.rule_id, m.listing_id, m.answered_move_id, c.place + 1
      from chain c join price_rule_moves m on m.id = c.answered_move_id
      where m.at > ${now}::timestamptz - interval '1 hour' and c.place < ${longestChain}
    )
    select last_id::text as "lastId", count(*)::integer as length, array_agg(distinct rule_id) as "ruleIds",
      array_agg(distinct listing_id) as "listingIds"
    from chain group by last_id`.execute(db)
  return new Map(rows.map(({ lastId, ...chain }) => [lastId, chain]))
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
