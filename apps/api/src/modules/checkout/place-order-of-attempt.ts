import { inTransaction, type Tx } from '../../db/transaction.ts'
import { SealBroken } from '../../shared/sealed-text.ts'
import { returnHolds, sellHolds } from '../holds/index.ts'
import { keepAttendees, placeOrder, type Order } from '../orders/index.ts'
import type { PaymentState } from '../payments/index.ts'
import { lockQuoteName, orderQuote } from '../quotes/index.ts'
import { intentOf, type AttemptFailure, type CheckoutAttempt } from './checkout-attempt.ts'
import { advance, keepFailure } from './checkout-attempts.repo.ts'
import { announce, type CheckoutDeps } from './checkout-deps.ts'
import { forgetDraft } from './checkout-drafts.repo.ts'
import { forgetAttendeesOfAttempt, openAttendees } from './sealed-attendees.ts'

const stockGone: AttemptFailure = {
  code: 'stock_gone',
  message:
    'The payment came through after its time had run out, and the tickets had gone to another buyer. It was returned to you in full.',
}
const eventOff: AttemptFailure = {
  code: 'event_off',
  message:
    'The event was cancelled or postponed, or had begun, by the time the payment came through. It was returned to you in full.',
}
const attendeesLost: AttemptFailure = {
  code: 'attendees_lost',
  message:
    'The details of the attendees could not be read again when the payment came through, so no order was placed. It was returned to you in full.',
}

/**
 * The money is set apart: writes the order and sells the stock, so that the money may be taken. Where the stock has gone
 * after the lease, the event was called off, or who attends cannot be opened any more, the attempt stays `authorised` with the reason, and the money is
 * to be given back.
 */
export async function placeOrderOfAttempt(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt> {
  try {
    return await placeWhole(deps, attempt, card)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    deps.logger.warn({ err: error, attemptId: attempt.id }, 'who attends does not open: no order is placed')
    return giveUpOrder(deps, attempt)
  }
}

async function placeWhole(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt> {
  const { moved, holds } = await inTransaction(deps.db, async (tx) => {
    const authorised = attempt.state === 'authorised' ? attempt : await advance(tx, attempt, 'authorise')
    const { quoteId } = attempt
    const quote = quoteId === null ? null : await lockQuoteName(tx, quoteId)
    const sale = await sellHolds(tx, attempt.id)
    if (sale.kind !== 'sold') {
      const failure = sale.kind === 'gone' ? stockGone : eventOff
      return { moved: await keepFailure(tx, authorised, failure), holds: sale.holds }
    }
    const order = await placeOrder(deps, tx, {
      teamId: attempt.teamId,
      accountId: attempt.accountId,
      attemptId: attempt.id,
      email: attempt.email,
      phone: attempt.phone,
      card,
      payment: { gateway: deps.gateway.name, intentId: intentOf(attempt) },
      quote,
      holds: sale.holds.map(({ id, ...hold }) => ({ holdId: id, ...hold })),
      isRetaken: sale.holds.some((hold) => !hold.isLive),
    })
    await handOverAttendees(deps, tx, attempt, order)
    if (quote) {
      const { id: orderId, number, accountId } = order
      await orderQuote(deps, tx, { quoteId: quote.id, orderId, number, accountId })
    }
    return { moved: await advance(tx, authorised, 'placeOrder'), holds: sale.holds }
  })
  announce(deps, holds)
  return moved
}

/** There cannot be an order: the team has its holds back for what is left of their time, and is to have its money back. */
async function giveUpOrder(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
  const { moved, holds } = await inTransaction(deps.db, async (tx) => {
    const authorised = attempt.state === 'authorised' ? attempt : await advance(tx, attempt, 'authorise')
    const failed = await keepFailure(tx, authorised, attendeesLost)
    return { moved: failed, holds: await returnHolds(tx, attempt.id) }
  })
  announce(deps, holds)
  return moved
}

/** Who attends is the order's from now on; what the team had filled in has served. */
async function handOverAttendees(
  { sealer }: CheckoutDeps,
  tx: Tx,
  { id, hasAttendees }: CheckoutAttempt,
  { teamId, lines }: Order,
): Promise<void> {
  if (hasAttendees) {
    const attendees = await openAttendees(tx, sealer, id)
    await keepAttendees(
      tx,
      sealer,
      lines.map((line) => ({ id: line.id, attendees: attendees.get(line.holdId) ?? [] })),
    )
    await forgetAttendeesOfAttempt(tx, id)
  }
  await forgetDraft(
    tx,
    teamId,
    lines.map((line) => line.listingId),
  )
}
