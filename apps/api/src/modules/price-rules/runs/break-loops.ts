import { recordChanges } from '#api/audit/record-changes.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import {
  findPricingMoves,
  insertPauses,
  readMoveChains,
  readLoopingRules,
  stopRules,
  type LoopMember,
} from './loops.repo.ts'
import type { PriceDecision } from './plan-listings.ts'

/** A shorter chain of moves is no loop, even if it comes back to the same listing. */
const minMovesOfLoop = 3

/** A decision with its link to an earlier move; these links form the chains in which loops are found. */
export interface LinkedDecision extends PriceDecision {
  /**
   * The move that triggered it: the one of the last hour by which another team's rule set the price that this decision
   * follows. `null` if that price was set otherwise, or if the decision changes nothing.
   */
  triggeredByMoveId: string | null
}

/** A rule is stopped after loops with rules of this many unrelated sellers within a day, so one seller alone cannot stop it. */
const teamsThatStop = 3

/**
 * Finds decisions that would close a loop: they continue a chain of moves within the last hour, each triggered by an earlier
 * one, and one of these was of the same listing. Their prices stay, and all listings of the loop are paused, also those of
 * other teams. A rule with such loops with several sellers is stopped.
 */
export async function breakLoops(
  tx: Tx,
  planned: readonly PriceDecision[],
  now: Date,
): Promise<LinkedDecision[]> {
  const followedListingIds = planned.flatMap(({ toMinor, followedListingId }) =>
    toMinor === null || followedListingId === null ? [] : [followedListingId],
  )
  const pricedBy = await findPricingMoves(tx, [...new Set(followedListingIds)], now)
  const decisions = planned.map((decision): LinkedDecision => ({
    ...decision,
    triggeredByMoveId:
      decision.toMinor === null || decision.followedListingId === null
        ? null
        : (pricedBy.get(decision.followedListingId) ?? null),
  }))
  const chains = await readMoveChains(tx, [...new Set(pricedBy.values())], now)
  // The listings of this batch, and those of other batches and teams that are part of the same loops.
  const own = new Map<string, LoopMember>()
  const others = new Map<string, LoopMember>()
  for (const { triggeredByMoveId, listing, rule, followedListingId } of decisions) {
    const chain = triggeredByMoveId === null ? undefined : chains.get(triggeredByMoveId)
    if (!chain || followedListingId === null || chain.length < minMovesOfLoop) continue
    if (!chain.moves.some(([, listingId]) => listingId === listing.id)) continue
    own.set(listing.id, { ruleId: rule.id, listingId: listing.id, otherListingId: followedListingId })
    for (const [ruleId, listingId] of chain.moves)
      others.set(listingId, { ruleId, listingId, otherListingId: listing.id })
  }
  if (own.size === 0) return decisions
  for (const listingId of own.keys()) others.delete(listingId)
  const stopped = await stopOrPause(tx, { own: [...own.values()], others: [...others.values()] }, now)
  return decisions
    .filter(({ rule, listing }) => own.has(listing.id) || !stopped.has(rule.id))
    .map((decision) =>
      own.has(decision.listing.id)
        ? { ...decision, toMinor: null, reason: 'loop', triggeredByMoveId: null }
        : decision,
    )
}

/**
 * Pauses the listings of `others`, notifies the teams, and returns the ids of rules that are stopped. The listings of `own`
 * are paused by the log entries of their decisions, which the caller writes with the reason `loop`.
 */
async function stopOrPause(
  tx: Tx,
  { own, others }: { own: readonly LoopMember[]; others: readonly LoopMember[] },
  now: Date,
): Promise<Set<string>> {
  const rules = await readLoopingRules(tx, [...own, ...others], now)
  await insertPauses(tx, others, now)
  const stopped = await stopRules(
    tx,
    rules.filter(({ teams }) => teams >= teamsThatStop).map(({ id }) => id),
    now,
  )
  const stoppedIds = new Set(stopped.map(({ id }) => id))
  const paused = rules.filter(({ id, wasPaused }) => !wasPaused && !stoppedIds.has(id))
  const notices = [
    ...stopped.map((rule) => ({ ...rule, isPause: false })),
    ...paused.map(({ id, teamId }) => ({ id, teamId, isPause: true })),
  ]
  await recordEvents(
    tx,
    notices.map(({ id, teamId, isPause }) => ({
      // Also for a pause, which the payload tells apart: a topic keeps its name while older processes may read it.
      topic: 'price_rule.stopped',
      subject: id,
      payload: { ruleId: id, teamId, isPause },
    })),
  )
  for (const { id, teamId, isPause } of notices)
    await recordChanges(tx, undefined, {
      kind: 'pricing.rule_stopped',
      teamId,
      details: { rule_id: id, reason: isPause ? 'loop_of_listings' : 'loop' },
    })
  return stoppedIds
}
