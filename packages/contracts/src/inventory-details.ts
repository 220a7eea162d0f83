import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** A sale of a listing, without its buyer. */
const wireListingSale = z.object({
  order_number: z.string(),
  placed_at: z.iso.datetime(),
  /** `cancelled`: unless `is_returned`, its tickets are not for sale again. */
  state: z.enum(['confirmed', 'delivered', 'cancelled']),
  is_returned: z.boolean(),
  quantity: z.int(),
  /** The seats that this buyer gets, from low to high; empty without seat numbers. */
  seats: z.array(z.int()),
  /** The tickets of the listing, counted from 1 in the order of their seats. Empty for sales that were returned. */
  tickets: z.array(z.int()),
  /** Tickets already delivered. */
  delivered: z.int(),
  /** What the seller receives for all of them. */
  proceeds: z.optional(wireMoney),
})
export type WireListingSale = z.output<typeof wireListingSale>

/** The file that manages a listing. */
const wireListingSource = z.object({
  profile_id: z.string(),
  profile_name: z.string(),
  import_id: z.string(),
  /** `null` once the import is deleted. */
  file_name: z.nullable(z.string()),
  /** Of the row that wrote the listing last; `null` once the rows of that import are deleted. */
  line: z.nullable(z.int()),
  imported_at: z.iso.datetime(),
})

export const wireListingDetails = z.object({
  /** Newest first, at most 200. */
  sales: z.array(wireListingSale),
  source: z.nullable(wireListingSource),
  /** Seats that are neither sold nor in a cancelled sale, from low to high. */
  unsold_seats: z.array(z.int()),
  /** Tickets with a barcode. */
  barcodes: z.int(),
  /** Unsold seats that another seller offers to buyers too, at most 20. Says nothing about that seller. */
  shared_seats: z.array(z.int()),
  /** Rules of the marketplace that keep the listing off sale now, or would. */
  refusals: z.array(z.string()),
})
export type WireListingDetails = z.output<typeof wireListingDetails>

/** What the panel of a listing shows in addition to its row. */
export const inventoryDetailsRoutes = {
  details: defineRoute({
    name: 'inventory.listing-details',
    method: 'GET',
    path: '/{product}/inventory/listings/:listing_id/details',
    auth: 'seller',
    permission: 'view',
    params: z.object({ listing_id: listingId }),
    response: z.object({ data: wireListingDetails }),
    errors: ['supply.listing_not_found'],
  }),
}
