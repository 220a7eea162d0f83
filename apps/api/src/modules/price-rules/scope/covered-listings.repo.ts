import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { PriceRule } from '../rules/price-rule.ts'
import { conditionOf } from './rule-condition.ts'

interface Scope {
  teamId: string
  rules: readonly PriceRule[]
  now: Date
}

/**
 * The team's listings on sale, as a query with the columns `id` and `rule_index`: the first of the rules that selects the
 * listing, or null. Rules are in their order of priority.
 */
function coveredListings(scope: Scope): RawBuilder<unknown> {
  const cases = scope.rules.map(
    (rule, ruleIndex) => sql`when ${conditionOf(scope, rule)} then ${sql.lit(ruleIndex)}`,
  )
  return sql`
    select l.id, case ${sql.join(cases, sql` `)} end as rule_index
    from listings l join events e on e.id = l.event_id join venues v on v.id = e.venue_id
    where l.seller_team_id = ${scope.teamId} and l.status = 'active' and l.quantity > l.sold
      and event_blocker(e.status, e.starts_at, ${scope.now}) is null ${eventsOf(scope)}`
}

/** If every rule names events, performers or competitions, a condition that excludes the team's other events early. */
function eventsOf(scope: Scope): RawBuilder<unknown> {
  const isNarrow = ({ settings: { filter } }: PriceRule) =>
    filter['event_id[]'] !== undefined || filter['performer_id[]'] !== undefined
  if (!scope.rules.every(isNarrow)) return sql``
  const eventIds = scope.rules.flatMap(({ settings: { filter } }) => filter['event_id[]'] ?? [])
  const performers = scope.rules.flatMap(({ settings: { filter } }) =>
    filter['event_id[]'] === undefined ? (filter['performer_id[]'] ?? []) : [],
  )
  return sql`and l.event_id = any(array(
    select unnest(${eventIds}::integer[])
    union select p.event_id from event_performers p where p.performer_id = any(${performers}::integer[])))`
}

/** Records which rule prices which listing, writing only what has changed. */
export async function refreshCoverage(tx: Tx, scope: Scope): Promise<void> {
  const { teamId, rules } = scope
  if (rules.length === 0) {
    await sql`delete from price_rule_listings where team_id = ${teamId}`.execute(tx)
    return
  }
  const ruleIds = rules.map(({ id }) => id)
  await sql`
    with covered as materialized (
      select c.id, (${ruleIds}::text[])[c.rule_index + 1] as rule_id from (${coveredListings(scope)}) c where c.rule_index is not null
    ), removed as (
      delete from price_rule_listings p where p.team_id = ${teamId} and not exists (select from covered c where c.id = p.listing_id)
    )
    insert into price_rule_listings (listing_id, team_id, rule_id)
    select c.id, ${teamId}, c.rule_id from covered c
    on conflict (listing_id) do update set rule_id = excluded.rule_id, last_outcome = null, last_signature = null
      where price_rule_listings.rule_id <> excluded.rule_id`.execute(tx)
}

export interface RuleCounts {
  ruleId: string
  /** Listings that the filter selects. */
  matched: number
  /** Those of them that no earlier rule covers, other than rules that are off. */
  covered: number
}

/** How many listings each rule selects and covers, in one pass over the team's stock. */
export async function countCovered(db: DbOrTx, scope: Scope): Promise<RuleCounts[]> {
  const { rules, teamId, now } = scope
  if (rules.length === 0) return []
  const conditions = rules.map((rule) => conditionOf(scope, rule))
  const live = conditions.flatMap((condition, ruleIndex) =>
    rules[ruleIndex]?.state === 'off' ? [] : [sql`when ${condition} then ${sql.lit(ruleIndex)}`],
  )
  const firstLive = live.length === 0 ? sql`null::integer` : sql`case ${sql.join(live, sql` `)} end`
  const counts = rules.map(
    (_, ruleIndex) => sql`count(*) filter (where selects[${sql.lit(ruleIndex + 1)}])::integer,
      count(*) filter (where selects[${sql.lit(ruleIndex + 1)}] and coalesce(first_live >= ${sql.lit(ruleIndex)}, true))::integer`,
  )
  // Each condition is written twice, however many rules there are: conditions of 50 rules can be long.
  const { rows } = await sql<{ counts: number[] }>`
    with selected as materialized (
      select array[${sql.join(conditions)}] as selects, ${firstLive} as first_live
      from listings l join events e on e.id = l.event_id join venues v on v.id = e.venue_id
      where l.seller_team_id = ${teamId} and l.status = 'active' and l.quantity > l.sold
        and event_blocker(e.status, e.starts_at, ${now}) is null ${eventsOf(scope)}
    )
    select array[${sql.join(counts)}] as counts from selected`.execute(db)
  const found = rows[0]?.counts ?? []
  return rules.map(({ id }, ruleIndex) => ({
    ruleId: id,
    matched: found[2 * ruleIndex] ?? 0,
    covered: found[2 * ruleIndex + 1] ?? 0,
  }))
}

export interface SelectedListing {
  id: string
  /** An earlier rule that covers the listing and is not off. */
  otherRuleId: string | null
}

/** The listings that this rule selects, in the order of event and section, with the earlier rule that wins. */
export async function findSelected(
  db: DbOrTx,
  { rule, earlier, now, limit }: { rule: PriceRule; earlier: readonly PriceRule[]; now: Date; limit: number },
): Promise<SelectedListing[]> {
  const scope: Scope = { teamId: rule.teamId, rules: [rule], now }
  const cases = earlier.map((each) => sql`when ${conditionOf(scope, each)} then ${each.id}`)
  const other = cases.length === 0 ? sql`null::text` : sql`case ${sql.join(cases, sql` `)} end`
  const { rows } = await sql<SelectedListing>`
    select l.id, ${other} as "otherRuleId"
    from listings l join events e on e.id = l.event_id join venues v on v.id = e.venue_id
    where l.seller_team_id = ${rule.teamId} and l.status = 'active' and l.quantity > l.sold
      and event_blocker(e.status, e.starts_at, ${now}) is null ${eventsOf(scope)} and ${conditionOf(scope, rule)}
    order by e.starts_at, e.id, l.section collate natural_order, l."row" collate natural_order, l.id
    limit ${limit}`.execute(db)
  return rows
}
