import type { MoveReason } from '@terrace/contracts/price-rules'
import type { PriceLimit } from '@terrace/domain/pricing/plan-price'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface MoveCount {
  count: number
  lastAt: Date | null
}

/** By rule id, the number of moves since a time and the time of the last move ever. */
export async function countMovesOfRules(
  db: DbOrTx,
  ruleIds: readonly string[],
  since: Date,
): Promise<Map<string, MoveCount>> {
  const { rows } = await sql<MoveCount & { ruleId: string }>`
    select r.id as "ruleId", recent.count,
      (select max(m.at) from price_rule_moves m where m.rule_id = r.id and m.outcome = 'moved') as "lastAt"
    from unnest(${ruleIds}::text[]) as r (id)
    cross join lateral (
      select count(*)::integer as count from price_rule_moves m
      where m.rule_id = r.id and m.outcome = 'moved' and m.at > ${since}
    ) recent`.execute(db)
  return new Map(rows.map(({ ruleId, ...moves }) => [ruleId, moves]))
}

/** A planned or logged move, as simulation and log show it. */
export interface ShownMove {
  listingId: string
  eventId: number
  eventTitle: string
  section: string
  row: string
  reason: MoveReason
  currency: string
  fromMinor: number
  toMinor: number | null
  limitedBy: PriceLimit[]
  floorMinor: number | null
  lowestMinor: number | null
  compared: number
}

/** Columns of {@link ShownMove}: `m` is the move, `l` its listing and `e` its event. */
export const moveColumns = sql`m.listing_id as "listingId", e.id as "eventId", e.title as "eventTitle", l.section, l."row",
  m.reason, m.currency, m.from_minor as "fromMinor", m.to_minor as "toMinor", m.limited_by as "limitedBy",
  m.floor_minor as "floorMinor", m.lowest_minor as "lowestMinor", m.compared`

export interface LoggedEntry extends ShownMove {
  id: string
  at: Date
  ruleId: string
  ruleName: string
  ruleVersion: number
  wantedMinor: number | null
  seen: [minor: number, isOutlier: boolean][]
}

export interface MovesQuery {
  teamId: string
  ruleId?: string | undefined
  listingId?: string | undefined
  outcome?: 'moved' | 'kept' | undefined
  before?: string | undefined
  limit: number
}

/** Newest first. */
export async function readMoves(db: DbOrTx, query: MovesQuery): Promise<LoggedEntry[]> {
  const { teamId, ruleId, listingId, outcome, before, limit } = query
  const conditions = [
    sql`m.team_id = ${teamId}`,
    ...(ruleId === undefined ? [] : [sql`m.rule_id = ${ruleId}`]),
    ...(listingId === undefined ? [] : [sql`m.listing_id = ${listingId}`]),
    ...(outcome === undefined ? [] : [sql`m.outcome = ${outcome}`]),
    ...(before === undefined ? [] : [sql`m.id < ${before}::bigint`]),
  ]
  const { rows } = await sql<LoggedEntry>`
    select m.id::text as id, m.at, m.rule_id as "ruleId", r.name as "ruleName", m.rule_version as "ruleVersion",
      m.wanted_minor as "wantedMinor", m.seen, ${moveColumns}
    from (select * from price_rule_moves m where ${sql.join(conditions, sql` and `)} order by m.id desc limit ${limit}) m
    join price_rules r on r.id = m.rule_id
    join listings l on l.id = m.listing_id
    join catalogue_events e on e.id = l.event_id
    order by m.id desc`.execute(db)
  return rows
}
