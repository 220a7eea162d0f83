import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { moveColumns, type ShownMove } from '../log/moves-log.repo.ts'
import { decisionColumns } from '../runs/decision-columns.ts'
import type { PriceDecision } from '../runs/plan-listings.ts'

export interface SimulatedDecision extends PriceDecision {
  position: number
  otherRuleId: string | null
}

export async function deleteSimulation(tx: Tx, ruleId: string): Promise<void> {
  await sql`delete from price_rule_simulations where rule_id = ${ruleId}`.execute(tx)
}

export async function insertSimulated(
  tx: Tx,
  { decisions, now }: { decisions: readonly SimulatedDecision[]; now: Date },
): Promise<void> {
  if (decisions.length === 0) return
  const records = decisions.map((decision) => ({
    ...decisionColumns(decision),
    position: decision.position,
    other_rule_id: decision.otherRuleId,
    has_file_price: decision.listing.hasFilePrice,
  }))
  await sql`
    insert into price_rule_simulations (rule_id, position, rule_version, simulated_at, listing_id, outcome, reason, currency,
      from_minor, to_minor, limited_by, floor_minor, lowest_minor, compared, other_rule_id, has_file_price)
    select r.rule_id, r.position, r.rule_version, ${now}, r.listing_id, r.outcome, r.reason, r.currency, r.from_minor,
      r.to_minor, r.limited_by, r.floor_minor, r.lowest_minor, r.compared, r.other_rule_id, r.has_file_price
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (rule_id text, position integer, rule_version integer,
      listing_id text, outcome text, reason text, currency text, from_minor bigint, to_minor bigint, limited_by text[],
      floor_minor bigint, lowest_minor bigint, compared integer, other_rule_id text, has_file_price boolean)`.execute(
    tx,
  )
}

/** Records that this version of the rule was simulated, unless the rule has changed since. */
export async function markSimulated(
  tx: Tx,
  { ruleId, version, at }: { ruleId: string; version: number; at: Date },
): Promise<void> {
  await sql`
    update price_rules set simulated_version = ${version}, simulated_at = ${at} where id = ${ruleId}`.execute(
    tx,
  )
}

export interface SimulationCounts {
  listings: number
  moved: number
  kept: number
  hasFilePrice: number
}

export async function countSimulated(db: DbOrTx, ruleId: string): Promise<SimulationCounts> {
  const { rows } = await sql<SimulationCounts>`
    select count(*)::integer as listings, (count(*) filter (where outcome = 'moved'))::integer as moved,
      (count(*) filter (where outcome = 'kept'))::integer as kept,
      (count(*) filter (where has_file_price and outcome = 'moved'))::integer as "hasFilePrice"
    from price_rule_simulations where rule_id = ${ruleId}`.execute(db)
  return rows[0] ?? { listings: 0, moved: 0, kept: 0, hasFilePrice: 0 }
}

export interface SimulatedEntry extends ShownMove {
  otherRuleId: string | null
  otherRuleName: string | null
  hasFilePrice: boolean
}

/** One page of the simulation, changed prices first, and the total number of entries. */
export async function readSimulated(
  db: DbOrTx,
  {
    ruleId,
    show,
    page,
    perPage,
  }: { ruleId: string; show: 'all' | 'moved' | 'kept'; page: number; perPage: number },
): Promise<{ entries: SimulatedEntry[]; total: number }> {
  const isShown = show === 'all' ? sql`true` : sql`m.outcome = ${show}`
  const { rows } = await sql<SimulatedEntry>`
    select ${moveColumns}, m.other_rule_id as "otherRuleId", r.name as "otherRuleName", m.has_file_price as "hasFilePrice"
    from (
      select * from price_rule_simulations m where m.rule_id = ${ruleId} and ${isShown}
      order by m.outcome desc, m.position limit ${perPage} offset ${(page - 1) * perPage}
    ) m
    join listings l on l.id = m.listing_id
    join catalogue_events e on e.id = l.event_id
    left join price_rules r on r.id = m.other_rule_id
    order by m.outcome desc, m.position`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from price_rule_simulations m where m.rule_id = ${ruleId} and ${isShown}`.execute(
    db,
  )
  return { entries: rows, total: counted.rows[0]?.total ?? 0 }
}
