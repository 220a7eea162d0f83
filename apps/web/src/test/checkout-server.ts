import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes, type WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { changedDetails } from '@terrace/domain/attendee-details'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { forgetIntention } from '#web/features/checkout/intention.ts'
import { answer } from './api-server.ts'
import { wireOrder } from './factories.ts'
import { answerShell } from './render-route.tsx'
import { wireBasket, wireHold } from './stock-factories.ts'
import { wireCurrentUser } from './user-factory.ts'

/** What the team has at the server; a test changes it as it likes. */
export interface CheckoutServer {
  held: WireHold[]
  cards: WireCard[]
  draft: WireCheckoutDraft
}

/** A purchase that became an order. */
export const confirmed: WireAttempt = { status: 'confirmed', attempt_id: 'att_1', order: wireOrder() }

/**
 * All that the checkout asks, answered for a team that holds two tickets, has no card saved and has filled in nothing yet; and
 * nothing under way in this tab. A later `answer` takes precedence.
 */
export function answerCheckout(): CheckoutServer {
  resetCheckout()
  forgetIntention()
  answerShell()
  const team: CheckoutServer = { held: [wireHold()], cards: [], draft: { listings: [] } }
  answer(holdsRoutes.list, () => wireBasket(...team.held))
  answer(cardsRoutes.list, () => ({ data: team.cards }))
  answer(checkoutRoutes.openAttempts, () => ({ data: [] }))
  answer(checkoutRoutes.attempt, () => ({ data: confirmed }))
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(checkoutDraftRoutes.read, () => ({ data: team.draft }))
  answerKeep(team)
  return team
}

/** The payment `att_7` for the first hold waits for its bank's question to be answered. */
export function answerPaymentAtBank(): void {
  answer(checkoutRoutes.openAttempts, () => ({
    data: [
      {
        status: 'requires_action' as const,
        attempt_id: 'att_7',
        started_at: '2031-02-01T12:00:00Z',
        hold_ids: ['hld_1'],
      },
    ],
  }))
}

/** Keeps as the server does: field by field, and leaves the rest as it was. */
export function answerKeep(team: CheckoutServer) {
  return answer(checkoutDraftRoutes.keep, ({ body: { listings: given = [], ...contact } }) => {
    const known = new Map(team.draft.listings.map((listing) => [listing.listing_id, listing.attendees]))
    for (const { listing_id: id, attendees } of given) {
      const before = known.get(id) ?? []
      const tickets = Math.max(before.length, attendees.length)
      known.set(
        id,
        Array.from({ length: tickets }, (_, at) => changedDetails(before[at] ?? {}, attendees[at] ?? {})),
      )
    }
    const listings = [...known].map(([listing_id, attendees]) => ({ listing_id, attendees }))
    team.draft = { ...team.draft, ...contact, listings }
    return { data: team.draft }
  })
}

/** A Visa card that pays by default. */
export function wireCard(given: Partial<WireCard> = {}): WireCard {
  return {
    id: 'crd_1',
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2040,
    is_default: true,
    is_expired: false,
    added_at: '2031-02-01T12:00:00.000Z',
    ...given,
  }
}
