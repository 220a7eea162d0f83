import { checkoutRoutes, type CheckoutBody, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { cleanDetails } from '@terrace/domain/people/attendee-details'
import { isAttemptFinal } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import { chosenClient, findOrderOfAttempt } from '#api/modules/orders/index.ts'
import type { ClientBook } from '#api/modules/quotes/index.ts'
import { containsCardNumber } from '@terrace/domain/text/card-number'
import { buyTickets } from './buy-tickets.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { checkoutErrors } from './checkout.errors.ts'
import { presentAttempt, presentOpenAttempt } from './checkout.presenter.ts'
import { findOpenAttempts } from './attempts/open-attempts.repo.ts'
import { saveDraft, readWireDraft } from './drafts/save-draft.ts'
import type { Purchase, PurchaseCard } from './purchase.ts'
import { rejectCardNumbers } from './cards/reject-card-numbers.ts'
import { findTeamAttempt, resumeAttempt } from './attempts/process-attempt.ts'

/** Mounts purchases, payment status and checkout drafts. */
export function mountCheckout(
  http: HttpContext,
  deps: CheckoutDeps & { clientBook: Pick<ClientBook, 'find' | 'ofQuote'> },
): void {
  async function present(attempt: CheckoutAttempt): Promise<{ data: WireAttempt }> {
    const order =
      attempt.state === 'confirmed'
        ? (attempt.placedOrder ?? (await findOrderOfAttempt(deps.db, attempt.id)))
        : undefined
    return { data: presentAttempt(attempt, order) }
  }

  mountRoute(http, checkoutRoutes.buy, async ({ body, account, request, idempotencyKey: key }) => {
    const attempt = await buyTickets(deps, {
      teamId: account.teamId,
      teamName: account.teamName,
      accountId: account.accountId,
      purchase: toPurchase(body),
      caller: callerOf(request),
      key: idempotencyKey(key, body),
    })
    return present(attempt)
  })

  mountRoute(http, checkoutRoutes.openAttempts, async ({ account }) => {
    const open = await findOpenAttempts(deps.db, account.teamId)
    return { data: open.map(presentOpenAttempt) }
  })

  mountRoute(http, checkoutDraftRoutes.read, async ({ account }) => ({
    data: await readWireDraft(deps, account.teamId),
  }))

  mountRoute(http, checkoutDraftRoutes.save, async ({ body, account }) => {
    await saveDraft(deps, account.teamId, body)
    return { data: await readWireDraft(deps, account.teamId) }
  })

  mountRoute(http, checkoutRoutes.attempt, async ({ params, account }) => {
    const { teamId } = account
    const attempt = await findTeamAttempt(deps, teamId, params.attempt_id)
    if (!attempt) throw checkoutErrors.make('checkout.attempt_not_found')
    if (isAttemptFinal(attempt.state)) return present(attempt)
    // The buyer may have just returned from the bank: check now instead of waiting for the reconciler.
    await resumeAttempt(deps, attempt.id)
    return present((await findTeamAttempt(deps, teamId, attempt.id)) ?? attempt)
  })
}

function toPurchase(body: CheckoutBody): Purchase {
  rejectCardNumbers({
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
    reference: body.reference || null,
    internalNote: body.internal_note || null,
    client: chosenClient(body),
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
    if (body.card_token !== undefined) throw invalidInput({ card_token: ['is allowed only for a new card'] })
    if (body.save_card === 1) throw invalidInput({ save_card: ['must be 0 for a saved card'] })
    if (body.card_id === undefined) throw invalidInput({ card_id: ['is required for a saved card'] })
    return { kind: 'saved', cardId: body.card_id }
  }
  if (body.card_id !== undefined) throw invalidInput({ card_id: ['requires use_existing_card 1'] })
  if (!body.card_token)
    throw checkoutErrors.make('checkout.card_missing', {
      details: { fields: { card_token: ['is required for a new card'] } },
    })
  // Card numbers must never reach the gateway, the database or a log.
  if (containsCardNumber(body.card_token))
    throw invalidInput({ card_token: ['must come from the card form, never a card number'] })
  return { kind: 'new', token: body.card_token, shouldSave: body.save_card === 1 }
}
