import { AppError } from '#api/shared/app-error.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { notifyStockChanged } from '#api/modules/holds/index.ts'
import { releaseLeasesInBackground } from './attempts/release-leases.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import { findAttempt } from './attempts/checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { recordAddressOfDecline } from './card-testing/payment-failures.repo.ts'
import { ensureGatewayCustomer } from './cards/resolve-card.ts'
import type { BuyTicketsInput } from './purchase.ts'
import { processAttempt, waitAndResumeAttempt } from './attempts/process-attempt.ts'
import { startPurchase, type PurchaseDeps, type StartedPurchase } from './start-purchase.ts'

/*
 * Life of a payment attempt. Two callers run the same steps:
 *
 *     buyTickets     the buyer's request    startPurchase ──┐
 *     resumeAttempt  the repeated request, the reconciler,  ├──▶ processAttempt: runNextStep until final or waiting
 *                    a webhook, a return from the bank ─────┘
 *
 * In the normal case, each write is one SQL call that concurrent buyers share (`BatchedCheckoutCalls`, ADR 0023). The
 * functions in the last column write for one buyer, in a transaction of their own:
 *
 *     step of runNextStep               writes         shared call          otherwise
 *     start (before the first step)     created        tryStartPurchase     a hold has changed: startPurchase validates again
 *     created: create the payment       authorising    tryAdvanceAttempt    rejected: endUnpaidAttempt
 *     authorising: confirm it           capturing      tryPlaceOrder        what the order needs has changed, or a hold
 *                                                                             has expired: placeOrderUnderLocks
 *                                       authorised     none                 no order can be placed: the money goes back
 *                                                                           declined or cancelled: endUnpaidAttempt
 *     requires_action: fetch it         capturing      tryPlaceOrder        like `authorising`
 *     authorised: give the money back   refunded       none                 endAttemptWithoutOrder
 *     capturing: capture it             confirmed      tryAdvanceAttempt    voided: endAttemptAndReverseOrder
 *
 * ADR 0004 lists the crash points between these writes.
 */

/**
 * Pays for held tickets (product.md §6). Returns the resulting attempt; a declined card is a result, not an error. A
 * repeated request, with the same idempotency key, waits for the first one, continues what it left unfinished, and returns
 * its outcome.
 */
export async function buyTickets(deps: PurchaseDeps, request: BuyTicketsInput): Promise<CheckoutAttempt> {
  const leaseOwner = deps.processRegistration.leaseOwner(deps.ids.secret())
  const customerId = await ensureGatewayCustomer(deps, request)
  const started = await startPurchase(deps, request, { leaseOwner, customerId }).catch((error: unknown) => {
    // A lost connection hides whether the attempt was written.
    if (!(error instanceof AppError)) releaseLeasesInBackground(deps, leaseOwner)
    throw error
  })
  const attempt = await payOrContinue(deps, started, leaseOwner)
  if (attempt.state === 'declined')
    await recordAddressOfDecline(deps.db, {
      attemptId: attempt.id,
      ipAddress: ipLimitKey(request.caller.ipAddress),
    })
  return attempt
}

async function payOrContinue(
  deps: CheckoutDeps,
  started: StartedPurchase,
  leaseOwner: string,
): Promise<CheckoutAttempt> {
  if (started.kind === 'replay') {
    await waitAndResumeAttempt(deps, started.attemptId)
    return readAttempt(deps, started.attemptId)
  }
  const { attempt, holds } = started
  notifyStockChanged(deps, holds)
  return (
    (await processAttempt(deps, attempt, { leaseOwner, mode: 'buy' })) ??
    (await readAttempt(deps, attempt.id))
  )
}

async function readAttempt(deps: CheckoutDeps, attemptId: string): Promise<CheckoutAttempt> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) throw new Error(`attempt ${attemptId} does not exist`)
  return attempt
}
