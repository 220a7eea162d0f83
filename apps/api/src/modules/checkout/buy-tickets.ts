import { inTransaction, type Tx } from '../../db/transaction.ts'
import { invalidInput } from '../../shared/app-error.ts'
import { claimKey, idIn, storeAnswer, type IdempotencyKey } from '../../shared/idempotency.ts'
import { lockHolds, startPayment, type PayableHold } from '../holds/index.ts'
import { findQuoteOfSlug, findQuoteOfTeam, offersAnyOf, type NamedQuote } from '../quotes/index.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { findAttempt, insertAttempt } from './checkout-attempts.repo.ts'
import { announce, type CheckoutDeps } from './checkout-deps.ts'
import { choosePayer, customerOf } from './choose-payer.ts'
import { judgeAttendees } from './judge-attendees.ts'
import { judgePurchase } from './judge-purchase.ts'
import type { Purchase } from './purchase.ts'
import { sealAttendees } from './sealed-attendees.ts'
import { driveAttempt, waitForDriver } from './settle-attempt.ts'

export interface BuyTickets {
  teamId: string
  teamName: string
  accountId: string
  purchase: Purchase
  key?: IdempotencyKey | undefined
}

/**
 * Pays for held tickets (product.md §6, architecture.md §3): first the attempt is written and its holds are leased, then the
 * gateway is asked, then the order is written; ADR 0004 lists the points between. Answers the attempt as it then stands: a
 * declined card is an answer. A repeat with the same key waits for the first and answers what became of it.
 */
export async function buyTickets(deps: CheckoutDeps, request: BuyTickets): Promise<CheckoutAttempt> {
  const driver = deps.ids.secret()
  const customerId = await customerOf(deps, request)
  const begun = await begin(deps, request, { driver, customerId })
  if (begun.kind === 'repeat') {
    await waitForDriver(deps, begun.attemptId)
    return present(deps, begun.attemptId)
  }
  announce(deps, begun.holds)
  const ended = await driveAttempt(deps, begun.attempt, { driver, mode: 'buy' })
  return ended ?? present(deps, begun.attempt.id)
}

type Begun =
  | { kind: 'new'; attempt: CheckoutAttempt; holds: PayableHold[] }
  | { kind: 'repeat'; attemptId: string }

function begin(
  deps: CheckoutDeps,
  { teamId, accountId, purchase, key }: BuyTickets,
  { driver, customerId }: { driver: string; customerId: string | null },
): Promise<Begun> {
  const scope = { teamId, route: 'checkout.buy' }
  return inTransaction(deps.db, async (tx) => {
    // The key comes first: a repeat must not be told that its own tickets are being paid for.
    const known = key && (await claimKey(tx, scope, key))
    if (known !== undefined) return { kind: 'repeat', attemptId: idIn(known, 'attempt_id') }
    const named = await quoteOf(tx, teamId, purchase.quoteSlug)
    const holds = await lockHolds(
      tx,
      teamId,
      purchase.lines.map((line) => line.holdId),
    )
    const totals = judgePurchase(purchase, holds)
    if (named !== null) await assertOfQuote(tx, named, holds)
    const quoteId = named?.id ?? (await quoteHeldFor(tx, teamId, holds))
    judgeAttendees(purchase, holds, deps.clock.now().toISOString().slice(0, 10))
    const payer = await choosePayer(deps, tx, { teamId, card: purchase.card, customerId })
    const id = deps.ids.next('att')
    const { attempt, leaseUntil } = await insertAttempt(tx, {
      id,
      teamId,
      accountId,
      gateway: deps.gateway.name,
      ...payer,
      totals,
      email: purchase.email,
      phone: purchase.phone,
      quoteId,
      lines: purchase.lines,
      attendees: sealAttendees(deps.sealer, id, purchase.lines),
      leaseMinutes: deps.config.paymentLeaseMinutes,
      driver,
    })
    await startPayment(tx, holds, { attemptId: id, leaseUntil })
    if (key) await storeAnswer(tx, scope, key, { attempt_id: id })
    return { kind: 'new', attempt, holds }
  })
}

async function quoteOf(tx: Tx, teamId: string, slug: string | undefined): Promise<NamedQuote | null> {
  if (slug === undefined) return null
  const quote = await findQuoteOfSlug(tx, { teamId, slug })
  if (!quote) throw invalidInput({ quote_slug: ['is not a quote of your team'] })
  return quote
}

/** An order comes of a quote by something in it that was held for the quote at its event, or that the quote offers. */
async function assertOfQuote(
  tx: Tx,
  { id: quoteId, eventId }: NamedQuote,
  holds: readonly PayableHold[],
): Promise<void> {
  if (holds.some((hold) => hold.quoteRef === quoteId && hold.eventId === eventId)) return
  const listingIds = holds.map(({ listingId }) => listingId)
  const eventIds = holds.map(({ eventId }) => eventId)
  if (await offersAnyOf(tx, quoteId, { listingIds, eventIds })) return
  throw invalidInput({ quote_slug: ['is of a quote that offers none of these tickets'] })
}

/** Where a purchase names no quote, the one that all of its tickets were held for is the one that is ordered. */
async function quoteHeldFor(tx: Tx, teamId: string, holds: readonly PayableHold[]): Promise<string | null> {
  const [ref, ...others] = new Set(holds.map(({ quoteRef }) => quoteRef))
  if (ref === undefined || ref === null || others.length > 0) return null
  const quote = await findQuoteOfTeam(tx, { teamId, id: ref })
  return quote && holds.some(({ eventId }) => eventId === quote.eventId) ? quote.id : null
}

async function present(deps: CheckoutDeps, attemptId: string): Promise<CheckoutAttempt> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) throw new Error(`the attempt ${attemptId} does not exist`)
  return attempt
}
