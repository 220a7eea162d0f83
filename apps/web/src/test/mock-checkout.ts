import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes, type WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { mergeDetails } from '@terrace/domain/people/attendee-details'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { clearPendingPurchase } from '#web/features/checkout/payment/checkout-idempotency.ts'
import { mockRoute } from './mock-api.ts'
import { wireOrder } from './factories.ts'
import { mockShell } from './render-route.tsx'
import { wireBasket, wireHold } from './stock-factories.ts'
import { wireCurrentUser } from './user-factory.ts'

/** The team's state on the mocked server; tests may change it. */
export interface CheckoutServer {
  held: WireHold[]
  cards: WireCard[]
  draft: WireCheckoutDraft
}

/** A purchase that became an order. */
export const confirmed: WireAttempt = { status: 'confirmed', attempt_id: 'att_1', order: wireOrder() }

/**
 * Mocks every call of the checkout for a team with two tickets on hold, no saved card and no draft, and clears this
 * tab's pending purchase. A later `mockRoute` takes precedence.
 */
export function mockCheckout(): CheckoutServer {
  resetCheckout()
  clearPendingPurchase()
  mockShell()
  const team: CheckoutServer = { held: [wireHold()], cards: [], draft: { listings: [] } }
  mockRoute(holdsRoutes.list, () => wireBasket(...team.held))
  mockRoute(cardsRoutes.list, () => ({ data: team.cards }))
  mockRoute(checkoutRoutes.openAttempts, () => ({ data: [] }))
  mockRoute(savedPeopleRoutes.list, () => ({ data: [] }))
  mockRoute(checkoutRoutes.attempt, () => ({ data: confirmed }))
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(checkoutDraftRoutes.read, () => ({ data: team.draft }))
  mockSaveDraft(team)
  return team
}

/** The payment `att_7` for the first hold waits for the bank's authentication. */
export function mockPaymentAtBank(): void {
  mockRoute(checkoutRoutes.openAttempts, () => ({
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

/** Saves like the server: field by field. */
export function mockSaveDraft(team: CheckoutServer) {
  return mockRoute(checkoutDraftRoutes.save, ({ body: { listings: values = [], ...contact } }) => {
    const attendeesByListing = new Map(
      team.draft.listings.map((listing) => [listing.listing_id, listing.attendees]),
    )
    for (const { listing_id: id, attendees } of values) {
      const before = attendeesByListing.get(id) ?? []
      const tickets = Math.max(before.length, attendees.length)
      attendeesByListing.set(
        id,
        Array.from({ length: tickets }, (_, index) =>
          mergeDetails(before[index] ?? {}, attendees[index] ?? {}),
        ),
      )
    }
    const listings = [...attendeesByListing].map(([listing_id, attendees]) => ({ listing_id, attendees }))
    team.draft = { ...team.draft, ...contact, listings }
    return { data: team.draft }
  })
}

/** A Visa card, the default card. */
export function wireCard(values: Partial<WireCard> = {}): WireCard {
  return {
    id: 'crd_1',
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2040,
    is_default: true,
    is_expired: false,
    added_at: '2031-02-01T12:00:00.000Z',
    ...values,
  }
}
