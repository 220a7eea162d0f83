import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { claimKey, storedId, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import { type LockedHold, lockHolds, notifyStockChanged, startPayment } from '#api/modules/holds/index.ts'
import {
  findCheckoutQuoteBySlug,
  findCheckoutQuote,
  offersAnyOf,
  type ClientBook,
  type CheckoutQuote,
} from '#api/modules/quotes/index.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import { findAttempt, insertAttempt } from './attempts/checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { resolveCard, ensureGatewayCustomer } from './cards/resolve-card.ts'
import { validateAttendees } from './attendees/validate-attendees.ts'
import { validatePurchase } from './validate-purchase.ts'
import type { Purchase } from './purchase.ts'
import { encryptAttendees } from './attendees/encrypted-attendees.ts'
import { processAttempt, waitForLeaseEnd } from './attempts/process-attempt.ts'

export interface BuyTicketsInput {
  teamId: string
  teamName: string
  accountId: string
  purchase: Purchase
  key?: IdempotencyKey | undefined
}

interface PurchaseDeps extends CheckoutDeps {
  clientBook: Pick<ClientBook, 'find' | 'ofQuote'>
}

/**
 * Pays for held tickets (product.md §6): inserts the attempt and extends its holds, calls the gateway, then places
 * the order. ADR 0004 lists the crash points in between. Returns the resulting attempt; a declined card is a
 * result, not an error. A replayed request, with the same idempotency key, waits for the first one and returns its
 * outcome.
 */
export async function buyTickets(deps: PurchaseDeps, request: BuyTicketsInput): Promise<CheckoutAttempt> {
  const leaseOwner = deps.ids.secret()
  const customerId = await ensureGatewayCustomer(deps, request)
  const started = await startPurchase(deps, request, { leaseOwner, customerId })
  if (started.kind === 'replay') {
    await waitForLeaseEnd(deps, started.attemptId)
    return readAttempt(deps, started.attemptId)
  }
  notifyStockChanged(deps, started.holds)
  const finalAttempt = await processAttempt(deps, started.attempt, { leaseOwner, mode: 'buy' })
  return finalAttempt ?? readAttempt(deps, started.attempt.id)
}

type StartResult =
  | { kind: 'new'; attempt: CheckoutAttempt; holds: LockedHold[] }
  | { kind: 'replay'; attemptId: string }

function startPurchase(
  deps: PurchaseDeps,
  { teamId, accountId, purchase, key }: BuyTicketsInput,
  { leaseOwner, customerId }: { leaseOwner: string; customerId: string | null },
): Promise<StartResult> {
  const scope = { teamId, route: 'checkout.buy' }
  return inTransaction(deps.db, async (tx) => {
    // Claim the idempotency key before locking holds, so a retry never conflicts with itself.
    const storedResponse = key && (await claimKey(tx, scope, key))
    if (storedResponse !== undefined)
      return { kind: 'replay', attemptId: storedId(storedResponse, 'attempt_id') }
    const requestedQuote = await findRequestedQuote(tx, teamId, purchase.quoteSlug)
    const holds = await lockHolds(
      tx,
      teamId,
      purchase.lines.map((line) => line.holdId),
    )
    const totals = validatePurchase(purchase, holds)
    if (requestedQuote !== null) await assertBelongsToQuote(tx, requestedQuote, holds)
    const quoteId = requestedQuote?.id ?? (await findQuoteOfHolds(tx, teamId, holds))
    validateAttendees(purchase, holds, deps.clock.now().toISOString().slice(0, 10))
    const cardToCharge = await resolveCard(deps, tx, { teamId, card: purchase.card, customerId })
    const id = deps.ids.next('att')
    const { attempt, holdsExtendedUntil } = await insertAttempt(tx, {
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
      client: await findClient(deps, tx, { teamId, purchase, quoteId }),
      lines: purchase.lines,
      attendees: encryptAttendees(deps.fieldCipher, id, purchase.lines),
      holdExtensionMinutes: deps.config.paymentHoldExtensionMinutes,
      leaseOwner,
    })
    await startPayment(tx, holds, { attemptId: id, holdsExtendedUntil })
    if (key) await storeResponse(tx, scope, key, { attempt_id: id })
    return { kind: 'new', attempt, holds }
  })
}

/** @throws `client.unknown` when the team has no such client */
async function findClient(
  { clientBook }: PurchaseDeps,
  tx: Tx,
  { teamId, purchase, quoteId }: { teamId: string; purchase: Purchase; quoteId: string | null },
): Promise<{ id: string | null; name: string } | null> {
  const { client } = purchase
  if (client === undefined) return quoteId === null ? null : clientBook.ofQuote(tx, { teamId, quoteId })
  if (client === null) return null
  return 'id' in client ? clientBook.find(tx, { teamId, id: client.id }) : { id: null, name: client.name }
}

async function findRequestedQuote(
  tx: Tx,
  teamId: string,
  slug: string | undefined,
): Promise<CheckoutQuote | null> {
  if (slug === undefined) return null
  const quote = await findCheckoutQuoteBySlug(tx, { teamId, slug })
  if (!quote) throw invalidInput({ quote_slug: ['must be one of your team’s quotes'] })
  return quote
}

/** Throws unless a hold was placed for the quote at its event, or the quote offers one of the tickets. */
async function assertBelongsToQuote(
  tx: Tx,
  { id: quoteId, eventId }: CheckoutQuote,
  holds: readonly LockedHold[],
): Promise<void> {
  if (holds.some((hold) => hold.quoteId === quoteId && hold.eventId === eventId)) return
  const listingIds = holds.map(({ listingId }) => listingId)
  const eventIds = holds.map(({ eventId }) => eventId)
  if (await offersAnyOf(tx, quoteId, { listingIds, eventIds })) return
  throw invalidInput({ quote_slug: ['must be a quote that offers at least one of these tickets'] })
}

/** Returns the quote that all holds were placed for, if the purchase names none. */
async function findQuoteOfHolds(
  tx: Tx,
  teamId: string,
  holds: readonly LockedHold[],
): Promise<string | null> {
  const [ref, ...others] = new Set(holds.map(({ quoteId }) => quoteId))
  if (ref === undefined || ref === null || others.length > 0) return null
  const quote = await findCheckoutQuote(tx, { teamId, id: ref })
  return quote && holds.some(({ eventId }) => eventId === quote.eventId) ? quote.id : null
}

async function readAttempt(deps: CheckoutDeps, attemptId: string): Promise<CheckoutAttempt> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) throw new Error(`attempt ${attemptId} does not exist`)
  return attempt
}
