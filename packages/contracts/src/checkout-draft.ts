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
  /** In the order of the tickets; with more holds than one on a listing they go on from one to the next. */
  attendees: wireAttendees,
}

/** What the team has filled in so far, right or not yet. */
export const wireCheckoutDraft = z.object({
  ...contact,
  listings: z.array(z.object(listing)),
})
export type WireCheckoutDraft = z.output<typeof wireCheckoutDraft>

const draft = z.object({ data: wireCheckoutDraft })

/**
 * The checkout form as it stands, kept sealed for the team: it outlives a reload, a lapsed hold and a change of device, and is
 * gone with the purchase, or 30 days after the event (product.md §12 "Safety").
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
   * Keeps the fields that are given and leaves the others as they were, also those of a ticket: so two devices that fill in one
   * form at once lose nothing of each other. An empty text forgets a field, an empty list all attendees of its listing.
   */
  keep: defineRoute({
    name: 'checkout.keep-draft',
    method: 'POST',
    path: '/{product}/checkout-draft',
    auth: 'buyer',
    body: z.strictObject({
      ...contact,
      listings: z.optional(
        z.array(z.strictObject(listing)).check(z.maxLength(100, 'must hold at most 100 entries')),
      ),
    }),
    response: draft,
    errors: ['checkout.draft_not_held'],
  }),
}
