import { checkoutRoutes, type CheckoutBody, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { cleanDetails } from '@terrace/domain/attendee-details'
import { isAttemptSettled } from '@terrace/domain/checkout-lifecycle'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { invalidInput } from '../../shared/app-error.ts'
import { idempotencyKey } from '../../shared/idempotency.ts'
import { findOrderOfAttempt } from '../orders/index.ts'
import { holdsCardNumber } from '../payments/index.ts'
import { buyTickets } from './buy-tickets.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { checkoutErrors } from './checkout.errors.ts'
import { presentAttempt, presentOpenAttempt } from './checkout.presenter.ts'
import { findOpenAttempts } from './open-attempts.repo.ts'
import { keepDraft, presentDraft } from './keep-draft.ts'
import type { Purchase, PurchaseCard } from './purchase.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { attemptOfTeam, settleAttempt } from './settle-attempt.ts'

/** Buying held tickets, how far a payment is, and what is filled in until then. */
export function mountCheckout(http: HttpContext, deps: CheckoutDeps): void {
  async function present(attempt: CheckoutAttempt): Promise<{ data: WireAttempt }> {
    const order = attempt.state === 'confirmed' ? await findOrderOfAttempt(deps.db, attempt.id) : undefined
    return { data: presentAttempt(attempt, order) }
  }

  mountRoute(http, checkoutRoutes.buy, async ({ body, account, idempotencyKey: key }) => {
    const attempt = await buyTickets(deps, {
      teamId: account.teamId,
      teamName: account.teamName,
      accountId: account.accountId,
      purchase: toPurchase(body),
      key: idempotencyKey(key, body),
    })
    return present(attempt)
  })

  mountRoute(http, checkoutRoutes.openAttempts, async ({ account }) => {
    const open = await findOpenAttempts(deps.db, account.teamId)
    return { data: open.map(presentOpenAttempt) }
  })

  mountRoute(http, checkoutDraftRoutes.read, async ({ account }) => ({
    data: await presentDraft(deps, account.teamId),
  }))

  mountRoute(http, checkoutDraftRoutes.keep, async ({ body, account }) => {
    await keepDraft(deps, account.teamId, body)
    return { data: await presentDraft(deps, account.teamId) }
  })

  mountRoute(http, checkoutRoutes.attempt, async ({ params, account }) => {
    const { teamId } = account
    const attempt = await attemptOfTeam(deps, teamId, params.attempt_id)
    if (!attempt) throw checkoutErrors.make('checkout.attempt_not_found')
    if (isAttemptSettled(attempt.state)) return present(attempt)
    // The buyer may just have come back from the bank: ask it, rather than let them wait for the reconciler.
    await settleAttempt(deps, attempt.id)
    return present((await attemptOfTeam(deps, teamId, attempt.id)) ?? attempt)
  })
}

function toPurchase(body: CheckoutBody): Purchase {
  refuseCardNumbers({
    email: body.email_address,
    phone: body.contact_number,
    field: 'listings_to_buy',
    lines: body.listings_to_buy,
  })
  return {
    card: toCard(body),
    quoteSlug: body.quote_slug,
    totalTicketsPrice: body.total_tickets_price,
    totalServiceFee: body.total_service_fee,
    email: body.email_address,
    phone: body.contact_number,
    lines: body.listings_to_buy.map((line) => ({
      listingId: line.listing_id,
      holdId: line.hold_id,
      quantity: line.ticket_quantity,
      ticketPrice: line.ticket_price,
      serviceFee: line.service_fee,
      attendees: (line.attendees ?? []).map(cleanDetails),
    })),
  }
}

function toCard(body: CheckoutBody): PurchaseCard {
  if (body.use_existing_card === 1) {
    if (body.card_token !== undefined) throw invalidInput({ card_token: ['goes with a new card only'] })
    if (body.save_card === 1) throw invalidInput({ save_card: ['must be 0: this card is saved already'] })
    if (body.card_id === undefined) throw invalidInput({ card_id: ['is required for a saved card'] })
    return { kind: 'saved', cardId: body.card_id }
  }
  if (body.card_id !== undefined) throw invalidInput({ card_id: ['goes with use_existing_card 1 only'] })
  if (!body.card_token)
    throw checkoutErrors.make('checkout.card_missing', {
      details: { fields: { card_token: ['is required for a new card'] } },
    })
  // Nothing that reads as a card number may reach the gateway, a table or a log.
  if (holdsCardNumber(body.card_token))
    throw invalidInput({ card_token: ['must come from the card form, never a card number'] })
  return { kind: 'new', token: body.card_token, isSaved: body.save_card === 1 }
}
