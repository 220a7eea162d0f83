import { recordChanges } from '#api/audit/record-changes.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import {
  findPricingMoves,
  insertPauses,
  readAnswerChains,
  readLoopingRules,
  stopRules,
  type Loop,
} from './loops.repo.ts'
import type { PlannedMove } from './plan-listings.ts'

/** Length of a chain of moves, each the answer to the one before, from which on it is a loop if it comes back to a listing. */
const minMovesOfLoop = 3

/** A planned move, with the move of another team's rule that it would answer. */
export interface AnsweringMove extends PlannedMove {
  answeredMoveId: string | null
}

/** Number of unrelated sellers: loops with rules of this many within a day stop a rule. One seller alone never stops it. */
const teamsThatStop = 3

/**
 * Finds moves that would close a loop: each of its moves answered the one before, all within an hour, and the first was of the
 * same listing. The listings of such a loop are paused,
 * whichever team they belong to, and none of their planned moves is made. A rule with loops with several sellers stops.
 */
export async function breakLoops(
  tx: Tx,
  planned: readonly PlannedMove[],
  now: Date,
): Promise<AnsweringMove[]> {
  const followed = planned.flatMap(({ toMinor, followedId }) =>
    toMinor === null || followedId === null ? [] : [followedId],
  )
  const pricedBy = await findPricingMoves(tx, [...new Set(followed)], now)
  const moves = planned.map((move): AnsweringMove => ({
    ...move,
    answeredMoveId:
      move.toMinor === null || move.followedId === null ? null : (pricedBy.get(move.followedId) ?? null),
  }))
  const chains = await readAnswerChains(tx, [...new Set(pricedBy.values())], now)
  // The listings of this batch, and those of other batches and teams that are part of the same loops.
  const own = new Map<string, Loop>()
  const others = new Map<string, Loop>()
  for (const { answeredMoveId, listing, rule, followedId } of moves) {
    const chain = answeredMoveId === null ? undefined : chains.get(answeredMoveId)
    if (!chain || followedId === null || chain.length < minMovesOfLoop) continue
    if (!chain.moves.some(([, listingId]) => listingId === listing.id)) continue
    own.set(listing.id, { ruleId: rule.id, listingId: listing.id, otherId: followedId })
    for (const [ruleId, listingId] of chain.moves)
      others.set(listingId, { ruleId, listingId, otherId: listing.id })
  }
  if (own.size === 0) return moves
  for (const listingId of own.keys()) others.delete(listingId)
  const stopped = await stopOrPause(tx, { own: [...own.values()], others: [...others.values()] }, now)
  return moves
    .filter(({ rule, listing }) => own.has(listing.id) || !stopped.has(rule.id))
    .map((move) =>
      own.has(move.listing.id) ? { ...move, toMinor: null, reason: 'loop', answeredMoveId: null } : move,
    )
}

/** Pauses the others' listings, notifies the teams, and returns the rules that are stopped. The log pauses the own ones. */
async function stopOrPause(
  tx: Tx,
  { own, others }: { own: readonly Loop[]; others: readonly Loop[] },
  now: Date,
): Promise<Set<string>> {
  const loops = [...own, ...others]
  const rules = await readLoopingRules(tx, loops, now)
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
