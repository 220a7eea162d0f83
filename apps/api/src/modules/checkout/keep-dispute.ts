import { money, sumMoney, type Money } from '@terrace/domain/money'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { recordChargeback, recordDisputeMove } from '../ledger/index.ts'
import { lockDispute, writeDispute, type Dispute, type KnownDispute } from '../payments/index.ts'
import { findAttemptOfIntent } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'

/** What the log says of a dispute by how it stands now. */
const news = {
  open: 'a payment is disputed by its bank',
  won: 'a bank has decided a dispute for us',
  lost: 'a bank has decided a dispute against us',
} as const

/**
 * A buyer's bank wants the money of a purchase back, or has decided: kept as it stands, told to the operators where it is
 * new, and booked: what the provider withdraws and gives back, and what is gone for good. Whoever asked the provider may come
 * late: a dispute that is decided stays so, and a word with fewer moves of money than are known is an older one.
 */
export async function keepDispute(deps: CheckoutDeps, dispute: Dispute): Promise<void> {
  const { db, gateway, outbox, logger } = deps
  const { disputeId, intentId, reason, status: told } = dispute
  const attempt = await findAttemptOfIntent(db, gateway.name, intentId)
  if (!attempt) return
  const { id: attemptId, teamId } = attempt
  const status = await inTransaction(db, async (tx) => {
    const known = await lockDispute(tx, { gateway: gateway.name, attemptId }, dispute)
    const withheld = await bookMoves(tx, { attemptId, teamId, dispute, known })
    const isDecided = known.state === 'open' && told !== 'open'
    if (isDecided && told === 'lost' && withheld.minor > 0)
      await recordChargeback(tx, { attemptId, disputeId, teamId, amount: withheld })
    const state = known.state === 'open' ? told : known.state
    const { amount, respondBy } = dispute.moves.length < known.moves ? known : dispute
    await writeDispute(tx, gateway.name, {
      disputeId,
      amount,
      state,
      respondBy: state === 'open' ? respondBy : null,
      withheld,
      moves: Math.max(known.moves, dispute.moves.length),
    })
    if (!known.isNew && !isDecided && withheld.minor === known.withheld.minor) return undefined
    const topic = known.isNew ? 'payment.disputed' : 'payment.dispute_moved'
    await recordEvents(tx, [{ topic, subject: attemptId, payload: { attemptId, teamId, disputeId } }])
    return state
  })
  if (!status) return
  logger.warn({ attemptId, disputeId, reason, status }, news[status])
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
    known: KnownDispute
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
