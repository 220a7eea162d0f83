import { z } from 'zod/mini'
import { wireAttendees } from './attendees.ts'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'

const contact = {
  email_address: z.optional(z.string().check(z.maxLength(254, 'must be at most 254 characters'))),
  contact_number: z.optional(z.string().check(z.maxLength(40, 'must be at most 40 characters'))),
}

const listing = {
  listing_id: listingId,
  /** In ticket order. Several holds on one listing share the list, one after another. */
  attendees: wireAttendees,
}

/** The team's checkout form, which may be incomplete or invalid. */
export const wireCheckoutDraft = z.object({
  ...contact,
  listings: z.array(z.object(listing)),
})
export type WireCheckoutDraft = z.output<typeof wireCheckoutDraft>

const draft = z.object({ data: wireCheckoutDraft })

/**
 * The saved checkout form, encrypted per team. It survives reloads, expired holds and a change of device. It is
 * deleted after the purchase, or 30 days after the event (product.md §12.7).
 */
export const checkoutDraftRoutes = {
  read: defineRoute({
    name: 'checkout.draft',
    method: 'GET',
    path: '/{product}/checkout-draft',
    auth: 'buyer',
    response: draft,
    errors: [],
  }),
  /**
   * Saves the given fields and leaves the others unchanged, per ticket too, so two devices editing one form do not
   * overwrite each other. An empty string clears a field; an empty list clears the listing's attendees.
   */
  save: defineRoute({
    name: 'checkout.save-draft',
    method: 'POST',
    path: '/{product}/checkout-draft',
    auth: 'buyer',
    body: z.strictObject({
      ...contact,
      listings: z.optional(
        z.array(z.strictObject(listing)).check(z.maxLength(100, 'must have at most 100 entries')),
      ),
    }),
    response: draft,
    errors: ['checkout.draft_not_held'],
  }),
}
