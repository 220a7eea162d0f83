import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { DecryptionError } from '#api/shared/crypto/field-cipher.ts'
import {
  lockHoldsOrReleaseUnsellable,
  notifyStockChanged,
  reactivateHolds,
  releaseHoldsOfAttempt,
  sellHolds,
} from '#api/modules/holds/index.ts'
import { saveAttendees, placeOrder, seatsOf, type Order } from '#api/modules/orders/index.ts'
import type { PaymentState } from '#api/modules/payments/index.ts'
import { lockQuoteForOrder, markQuoteOrdered } from '#api/modules/quotes/index.ts'
import { isFullyRefunded } from './attempt-payment.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import { advanceAttempt, saveFailure } from './checkout-attempts.repo.ts'
import { orderOfAttempt, placeOrderBatched } from './place-order-batched.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { deleteDraft } from '../drafts/checkout-drafts.repo.ts'
import { deleteAttemptAttendees, decryptAttendees } from '../attendees/encrypted-attendees.ts'

const stockUnavailable: AttemptFailure = {
  code: 'stock_unavailable',
  message: 'Your hold expired before the payment came through, and the tickets were sold.',
}
const eventUnavailable: AttemptFailure = {
  code: 'event_blocked',
  message: 'The event was cancelled or postponed, or had started, before the payment came through.',
}
const attendeesUnreadable: AttemptFailure = {
  code: 'attendees_unreadable',
  message: 'We couldn’t read the attendee details, so no order was placed.',
}
const alreadyRefunded: AttemptFailure = {
  code: 'already_refunded',
  message: 'Your payment was refunded before the order was placed.',
}

/**
 * Places the order of an authorised or already captured payment and sells the stock. If the stock or the event is
 * unavailable, the payment was refunded in full, or the attendee details cannot be decrypted, the attempt is stored as
 * `authorised` with a failure, and the next step voids or refunds the payment, unless that has happened.
 */
export async function placeOrderForAttempt(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  payment: PaymentState,
): Promise<CheckoutAttempt> {
  if (isFullyRefunded(payment))
    return failWithoutOrder(deps, attempt, { failure: alreadyRefunded, holdsBecome: 'released' })
  try {
    const placed = await placeOrderAndSell(deps, attempt, payment.card)
    if (payment.amountRefunded.minor > 0) warnOfRefund(deps, attempt, payment)
    return placed
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    deps.logger.warn(
      { err: error, attemptId: attempt.id },
      'attendee details cannot be decrypted; no order is placed',
    )
    return failWithoutOrder(deps, attempt, { failure: attendeesUnreadable, holdsBecome: 'active' })
  }
}

/** The gateway does not report which line was refunded; an operator must find out. */
function warnOfRefund(
  { logger }: CheckoutDeps,
  { id }: CheckoutAttempt,
  { gatewayPaymentId, amountRefunded }: PaymentState,
): void {
  logger.warn(
    { attemptId: id, gatewayPaymentId, refundedMinor: amountRefunded.minor },
    'the payment of a new order was refunded in part; cancel the refunded line, which will use this refund',
  )
}

async function placeOrderAndSell(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt> {
  return (await placeOrderBatched(deps, attempt, card)) ?? placeOrderUnderLocks(deps, attempt, card)
}

/**
 * Locks the rows, decides whether the tickets can still be sold, and places the order, which leads to `capturing`. If nothing
 * can be sold, the attempt is stored as `authorised` with the failure.
 */
async function placeOrderUnderLocks(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt> {
  const { updated, holds } = await inTransaction(deps.db, async (tx) => {
    const authorised = await advanceAttempt(tx, attempt, 'authorise')
    const { quoteId } = attempt
    const quote = quoteId === null ? null : await lockQuoteForOrder(tx, quoteId)
    const { kind, holds: lockedHolds } = await lockHoldsOrReleaseUnsellable(tx, attempt.id)
    if (kind !== 'sellable') {
      // The holds have been released already.
      const failure = kind === 'stock_unavailable' ? stockUnavailable : eventUnavailable
      return { updated: await saveFailure(tx, authorised, failure), holds: lockedHolds }
    }
    const order = await placeOrder(deps, tx, {
      ...orderOfAttempt(deps, attempt, { card, quote, holds: lockedHolds }),
      hadExpiredHolds: lockedHolds.some((hold) => hold.isExpired),
    })
    await sellHolds(tx, attempt.id, lockedHolds, seatsOf(order))
    await transferAttendees(deps, tx, attempt, order)
    if (quote) await markQuoteOrdered(tx, { quoteId: quote.id, currency: order.total.currency, ...order })
    return { updated: await advanceAttempt(tx, authorised, 'placeOrder'), holds: lockedHolds }
  })
  notifyStockChanged(deps, holds)
  return updated
}

/**
 * Stores the failure; the next step voids or refunds the payment. The holds are released, or return to the team so that it can
 * pay again.
 */
async function failWithoutOrder(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  { failure, holdsBecome }: { failure: AttemptFailure; holdsBecome: 'active' | 'released' },
): Promise<CheckoutAttempt> {
  const updateHolds = holdsBecome === 'active' ? reactivateHolds : releaseHoldsOfAttempt
  const { updated, holds } = await inTransaction(deps.db, async (tx) => {
    const authorised = await advanceAttempt(tx, attempt, 'authorise')
    const failed = await saveFailure(tx, authorised, failure)
    return { updated: failed, holds: await updateHolds(tx, attempt.id) }
  })
  notifyStockChanged(deps, holds)
  return updated
}

/** Moves the attendee details to the order and deletes the drafts they came from. */
async function transferAttendees(
  { fieldCipher }: CheckoutDeps,
  tx: Tx,
  { id, hasAttendees }: CheckoutAttempt,
  { teamId, lines }: Order,
): Promise<void> {
  if (hasAttendees) {
    const attendees = await decryptAttendees(tx, fieldCipher, id)
    await saveAttendees(
      tx,
      fieldCipher,
      lines.map((line) => ({ id: line.id, attendees: attendees.get(line.holdId) ?? [] })),
    )
    await deleteAttemptAttendees(tx, id)
  }
  await deleteDraft(
    tx,
    teamId,
    lines.map((line) => line.listingId),
  )
}
