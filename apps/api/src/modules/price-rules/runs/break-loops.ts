import { recordChanges } from '#api/audit/record-changes.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { findPricingMoves, readAnswerChains, stopRules } from './loops.repo.ts'
import type { PlannedMove } from './plan-listings.ts'

/** So many answers within an hour, the last of which would be this listing's again, are a loop. */
const answersOfLoop = 3

/** A planned move, with the move of another team's rule that it would answer. */
export interface AnsweringMove extends PlannedMove {
  answeredMoveId: string | null
}

/**
 * Finds moves with which rules would answer each other for the third time in an hour. Those rules stop, whichever team they
 * belong to, and none of their planned moves is made.
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
  const looping = new Set<string>()
  for (const { answeredMoveId, listing, rule } of moves) {
    const chain = answeredMoveId === null ? undefined : chains.get(answeredMoveId)
    if (!chain || chain.length < answersOfLoop || !chain.listingIds.includes(listing.id)) continue
    for (const id of [rule.id, ...chain.ruleIds]) looping.add(id)
  }
  if (looping.size === 0) return moves
  const stopped = await stopRules(tx, [...looping], now)
  await recordEvents(
    tx,
    stopped.map(({ id, teamId }) => ({
      topic: 'price_rule.stopped',
      subject: id,
      payload: { ruleId: id, teamId },
    })),
  )
  for (const { id, teamId } of stopped)
    await recordChanges(tx, undefined, {
      kind: 'pricing.rule_stopped',
      teamId,
      details: { rule_id: id, reason: 'loop' },
    })
  return moves.map((move) =>
    looping.has(move.rule.id) && move.toMinor !== null
      ? { ...move, toMinor: null, reason: 'loop', answeredMoveId: null }
      : move,
  )
}
