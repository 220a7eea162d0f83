import { AppError } from '#api/shared/app-error.ts'
import { notifyStockChanged } from '#api/modules/holds/index.ts'
import { abandonLease } from './attempts/abandon-lease.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import { findAttempt } from './attempts/checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { ensureGatewayCustomer } from './cards/resolve-card.ts'
import type { BuyTicketsInput } from './purchase.ts'
import { processAttempt, waitForLeaseEnd } from './attempts/process-attempt.ts'
import { startPurchase, type PurchaseDeps } from './start-purchase.ts'

/**
 * Pays for held tickets (product.md §6): inserts the attempt and extends its holds, calls the gateway, then places
 * the order. ADR 0004 lists the crash points in between. Returns the resulting attempt; a declined card is a
 * result, not an error. A replayed request, with the same idempotency key, waits for the first one and returns its
 * outcome.
 */
export async function buyTickets(deps: PurchaseDeps, request: BuyTicketsInput): Promise<CheckoutAttempt> {
  const leaseOwner = deps.registration.leaseOwner(deps.ids.secret())
  const customerId = await ensureGatewayCustomer(deps, request)
  const started = await startPurchase(deps, request, { leaseOwner, customerId }).catch((error: unknown) => {
    // A lost connection hides whether the attempt was written.
    if (!(error instanceof AppError)) abandonLease(deps, leaseOwner)
    throw error
  })
  if (started.kind === 'replay') {
    await waitForLeaseEnd(deps, started.attemptId)
    return readAttempt(deps, started.attemptId)
  }
  notifyStockChanged(deps, started.holds)
  const finalAttempt = await processAttempt(deps, started.attempt, { leaseOwner, mode: 'buy' })
  return finalAttempt ?? readAttempt(deps, started.attempt.id)
}

async function readAttempt(deps: CheckoutDeps, attemptId: string): Promise<CheckoutAttempt> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) throw new Error(`attempt ${attemptId} does not exist`)
  return attempt
}
