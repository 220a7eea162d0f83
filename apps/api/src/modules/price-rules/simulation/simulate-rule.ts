import { maxSimulatedListings, type priceRulesRoutes } from '@terrace/contracts/price-rules'
import type { QueryOf, ResponseInputOf } from '@terrace/contracts/route'
import { inTransaction } from '#api/db/transaction.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { presentMove } from '../log/present-move.ts'
import { priceRuleErrors } from '../price-rules.errors.ts'
import { lockVersion, type RuleDeps, type RuleEditor } from '../rules/manage-rules.ts'
import type { PriceRule } from '../rules/price-rule.ts'
import { findRule, readRules } from '../rules/rules.repo.ts'
import { showRule } from '../rules/show-rules.ts'
import { planListings, type PriceDecision } from '../runs/plan-listings.ts'
import { findSelected, type SelectedListing } from '../scope/covered-listings.repo.ts'
import { claimSimulation, extendSimulation, releaseSimulation } from './simulation-lease.repo.ts'
import {
  countSimulated,
  deleteSimulation,
  insertSimulated,
  markSimulated,
  readSimulated,
  type SimulatedDecision,
} from './simulations.repo.ts'

const batchSize = 1000

/**
 * Computes what the rule would do on today's market if it was on, and stores that in place of the last simulation. Changes
 * no price.
 * @throws `price_rule.changed` when the rule has another version, also when it was saved during the simulation
 * @throws `price_rule.simulating` while the team simulates another rule
 */
export async function simulateRule(
  deps: RuleDeps,
  editor: RuleEditor,
  target: { id: string; version: number },
): Promise<ResponseInputOf<typeof priceRulesRoutes.simulate>['data']> {
  const { teamId } = editor
  const { rule, until } = await inTransaction(deps.db, async (tx) => {
    const locked = await lockVersion(tx, deps, editor, target)
    return { rule: locked, until: granted(await claimSimulation(tx, teamId, deps.clock.now())) }
  })
  const lease = { teamId, until }
  try {
    await simulateClaimed(deps, editor, { rule, lease })
  } finally {
    await releaseSimulation(deps.db, lease)
  }
  const { hasFilePrice, ...counts } = await countSimulated(deps.db, rule.id)
  return {
    rule: await showRule(deps, { teamId, id: rule.id }),
    counts: { ...counts, has_file_price: hasFilePrice },
  }
}

interface Lease {
  teamId: string
  /** Moves on with each batch. */
  until: Date
}

function granted(until: Date | undefined): Date {
  if (until === undefined) throw priceRuleErrors.make('price_rule.simulating', { retryAfterSeconds: 5 })
  return until
}

async function simulateClaimed(
  deps: RuleDeps,
  editor: RuleEditor,
  { rule, lease }: { rule: PriceRule; lease: Lease },
): Promise<void> {
  const { db, clock } = deps
  const { teamId } = editor
  const now = clock.now()
  const earlier = (await readRules(db, teamId)).filter(
    ({ id, state, position }) => id !== rule.id && state !== 'off' && position < rule.position,
  )
  const selected = await findSelected(db, { rule, earlier, now, limit: maxSimulatedListings + 1 })
  if (selected.length > maxSimulatedListings) throw priceRuleErrors.make('price_rule.too_many_listings')
  const decisions: SimulatedDecision[] = []
  for (let start = 0; start < selected.length; start += batchSize) {
    lease.until = granted(await extendSimulation(db, { ...lease, now: clock.now() }))
    decisions.push(
      ...(await simulateBatch(deps, rule, { batch: selected.slice(start, start + batchSize), start, now })),
    )
  }
  await inTransaction(db, async (tx) => {
    await lockVersion(tx, deps, editor, rule)
    await deleteSimulation(tx, rule.id)
    for (let start = 0; start < decisions.length; start += batchSize)
      await insertSimulated(tx, { decisions: decisions.slice(start, start + batchSize), now })
    await markSimulated(tx, { ruleId: rule.id, version: rule.version, at: now })
  })
}

async function simulateBatch(
  { db }: RuleDeps,
  rule: PriceRule,
  { batch, start, now }: { batch: readonly SelectedListing[]; start: number; now: Date },
): Promise<SimulatedDecision[]> {
  const planned = await planListings(db, {
    teamId: rule.teamId,
    covered: batch.map(({ id }) => ({ listingId: id, rule })),
    now,
  })
  const byId = new Map(planned.map((decision) => [decision.listing.id, decision]))
  return batch.flatMap(({ id, otherRuleId }, index) => {
    const decision = byId.get(id)
    return decision
      ? [
          {
            ...(otherRuleId === null ? decision : leftToOther(decision)),
            position: start + index,
            otherRuleId,
          },
        ]
      : []
  })
}

/** The listing belongs to an earlier rule, so its price stays. */
const leftToOther = (decision: PriceDecision): PriceDecision => ({
  ...decision,
  reason: 'other_rule',
  toMinor: null,
})

/** One page of the last simulation. */
export async function showSimulation(
  { db }: Pick<RuleDeps, 'db'>,
  teamId: string,
  { id, show, page, per_page: perPage }: QueryOf<typeof priceRulesRoutes.simulation> & { id: string },
): Promise<ResponseInputOf<typeof priceRulesRoutes.simulation>> {
  if (!(await findRule(db, { teamId, id }))) throw priceRuleErrors.make('price_rule.not_found')
  const { entries, total } = await readSimulated(db, { ruleId: id, show, page, perPage })
  return {
    data: entries.map((entry) => ({
      ...presentMove(entry),
      other_rule:
        entry.otherRuleId !== null && entry.otherRuleName !== null
          ? { id: entry.otherRuleId, name: entry.otherRuleName }
          : null,
      has_file_price: entry.hasFilePrice,
    })),
    meta: pageMetaOf(total, page, perPage),
  }
}
