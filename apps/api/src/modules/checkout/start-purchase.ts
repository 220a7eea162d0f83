import { idempotencyErrors } from '#api/shared/idempotency.ts'
import { activeSpan } from '#api/tracing/active-span.ts'
import type { HoldDetails } from '#api/modules/holds/index.ts'
import type { ClientBook } from '#api/modules/quotes/index.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import { leaseSeconds } from './attempts/checkout-attempts.repo.ts'
import { startedAttempt, type NewAttempt } from './attempts/new-attempt.ts'
import { orderInputsAtStart } from './batched-calls/order-to-place.ts'
import type { StoredResponse } from './batched-calls/purchase-calls.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { readPaymentLimit, refuseAnotherPayment, refusePayment } from './card-testing/payment-limits.ts'
import { resolveCard } from './cards/resolve-card.ts'
import { validateAttendees } from './attendees/validate-attendees.ts'
import { validatePurchase } from './validate-purchase.ts'
import type { BuyTicketsInput, Purchase } from './purchase.ts'
import { assertBelongsToQuote, findQuoteOfHolds, findRequestedQuote } from './purchase-quote.ts'
import { encryptAttendees } from './attendees/encrypted-attendees.ts'

export interface PurchaseDeps extends CheckoutDeps {
  clientBook: Pick<ClientBook, 'find' | 'ofQuote'>
}

export type StartedPurchase =
  | { kind: 'new'; attempt: CheckoutAttempt; holds: readonly HoldDetails[] }
  | { kind: 'replay'; attemptId: string }

/** Another try is needed only if a hold, or the number of declined cards, changed in the milliseconds between reading and locking. */
const maxTries = 10

/**
 * Validates a purchase against its holds and starts the payment if they are still unchanged under their locks;
 * otherwise validates again. A repeated request returns the attempt of the first one.
 */
export async function startPurchase(
  deps: PurchaseDeps,
  request: BuyTicketsInput,
  { leaseOwner, customerId }: { leaseOwner: string; customerId: string | null },
): Promise<StartedPurchase> {
  const { teamId, purchase, key } = request
  const holdIds = [...new Set(purchase.lines.map((line) => line.holdId))]
  for (let tries = 0; tries < maxTries; tries += 1) {
    // In parallel, so that reading the limits does not slow down the purchase.
    const [{ stored, holds, listings }, { wait, limit }] = await Promise.all([
      deps.batchedCheckoutCalls.readPurchase({ teamId, holdIds, key }),
      readPaymentLimit(deps, request),
    ])
    // Check the idempotency key first, so that a repeated request never conflicts with the payment it has started.
    const replay = replayOf(stored)
    if (replay) return replay
    if (wait) return refusePayment(deps, request, wait)
    const attempt = await newAttempt(deps, request, { holds, leaseOwner, customerId })
    const result = await deps.batchedCheckoutCalls.tryStartPurchase({ attempt, key, limit })
    if (result.holds_extended_until !== undefined)
      return {
        kind: 'new',
        attempt: {
          ...startedAttempt(attempt, new Date(result.holds_extended_until)),
          ...(attempt.quoteId === null && { orderInputsReadAtStart: orderInputsAtStart(attempt, listings) }),
        },
        holds,
      }
    const replayOfDuplicate = replayOf(result)
    if (replayOfDuplicate) return replayOfDuplicate
    if (result.is_busy) return refuseAnotherPayment(deps, request, limit)
  }
  throw new Error(
    `could not start the purchase: in all ${maxTries} tries, a hold or the account’s number of declined cards changed`,
  )
}

function replayOf(stored: StoredResponse | undefined): StartedPurchase | undefined {
  if (stored?.key_reused) throw idempotencyErrors.make('idempotency.key_reused')
  return stored?.attempt_id === undefined ? undefined : { kind: 'replay', attemptId: stored.attempt_id }
}

/** @throws if anything of the purchase is invalid or has changed; nothing has been charged then. */
async function newAttempt(
  deps: PurchaseDeps,
  { teamId, accountId, purchase }: BuyTicketsInput,
  {
    holds,
    leaseOwner,
    customerId,
  }: { holds: readonly HoldDetails[]; leaseOwner: string; customerId: string | null },
): Promise<NewAttempt> {
  const requestedQuote = await findRequestedQuote(deps.db, teamId, purchase.quoteSlug)
  const totals = validatePurchase(purchase, holds)
  if (requestedQuote !== null) await assertBelongsToQuote(deps.db, requestedQuote, holds)
  const quoteId = requestedQuote?.id ?? (await findQuoteOfHolds(deps.db, teamId, holds))
  validateAttendees(purchase, holds, deps.clock.now().toISOString().slice(0, 10))
  const cardToCharge = await resolveCard(deps, { teamId, card: purchase.card, customerId })
  const id = deps.ids.next('att')
  return {
    id,
    teamId,
    accountId,
    gateway: deps.gateway.name,
    ...cardToCharge,
    totals,
    email: purchase.email,
    phone: purchase.phone,
    quoteId,
    reference: purchase.reference,
    internalNote: purchase.internalNote,
    client: await findClient(deps, { teamId, purchase, quoteId }),
    holds,
    attendees: encryptAttendees(deps.fieldCipher, id, purchase.lines),
    leaseOwner,
    leaseSeconds,
    traceparent: activeSpan()?.traceparent,
  }
}

/** @throws `client.unknown` when the team has no such client */
async function findClient(
  { db, clientBook }: PurchaseDeps,
  { teamId, purchase, quoteId }: { teamId: string; purchase: Purchase; quoteId: string | null },
): Promise<{ id: string | null; name: string } | null> {
  const { client } = purchase
  if (client === undefined) return quoteId === null ? null : clientBook.ofQuote(db, { teamId, quoteId })
  if (client === null) return null
  return 'id' in client ? clientBook.find(db, { teamId, id: client.id }) : { id: null, name: client.name }
}
