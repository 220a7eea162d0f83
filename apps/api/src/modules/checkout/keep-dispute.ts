import { money, sumMoney, type Money } from '@terrace/domain/money'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { recordChargeback, recordDisputeMove } from '../ledger/index.ts'
import { lockDispute, writeDispute, type Dispute } from '../payments/index.ts'
import { findAttemptOfIntent } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'

/**
 * A buyer's bank wants the money of a purchase back, or has decided: kept as it stands, told to the operators where it is
 * new, and booked: what the provider withdraws and gives back, and what is gone for good. Whoever asked the provider may come
 * late: a dispute that is decided stays so, and a word with fewer moves of money than are known is an older one.
 */
export async function keepDispute(deps: CheckoutDeps, dispute: Dispute): Promise<void> {
  const { db, gateway, outbox, logger } = deps
  const { disputeId, intentId, reason, status } = dispute
  const attempt = await findAttemptOfIntent(db, gateway.name, intentId)
  if (!attempt) return
  const { id: attemptId, teamId } = attempt
  const isNews = await inTransaction(db, async (tx) => {
    const known = await lockDispute(tx, { gateway: gateway.name, attemptId }, dispute)
    const withheld = await bookMoves(tx, { attemptId, teamId, dispute, known })
    const isDecided = known.state === 'open' && status !== 'open'
    if (isDecided && status === 'lost' && withheld.minor > 0)
      await recordChargeback(tx, { attemptId, disputeId, teamId, amount: withheld })
    const state = known.state === 'open' ? status : known.state
    await writeDispute(tx, gateway.name, {
      disputeId,
      amount: dispute.amount,
      state,
      respondBy: state === 'open' ? dispute.respondBy : null,
      withheld,
      moves: Math.max(known.moves, dispute.moves.length),
    })
    if (!known.isNew && !isDecided && withheld.minor === known.withheld.minor) return false
    const topic = known.isNew ? 'payment.disputed' : 'payment.dispute_moved'
    await recordEvents(tx, [{ topic, subject: attemptId, payload: { attemptId, teamId, disputeId } }])
    return true
  })
  if (!isNews) return
  logger.warn({ attemptId, disputeId, reason, status }, 'a payment is disputed by its bank')
  outbox.wake()
}

/** Books what the provider has moved since it was last asked; answers what it withholds now. */
async function bookMoves(
  tx: Tx,
  {
    attemptId,
    teamId,
    dispute: { disputeId, moves },
    known,
  }: {
    attemptId: string
    teamId: string
    dispute: Dispute
    known: Awaited<ReturnType<typeof lockDispute>>
  },
): Promise<Money> {
  if (moves.length <= known.moves) return known.withheld
  const { currency } = known.withheld
  const withheld = money(0 - sumMoney(moves, currency).minor, currency)
  const taken = money(withheld.minor - known.withheld.minor, currency)
  if (taken.minor !== 0)
    await recordDisputeMove(tx, {
      attemptId,
      disputeId,
      teamId,
      taken,
      moves: moves.length,
      isLost: known.state === 'lost',
    })
  return withheld
}
