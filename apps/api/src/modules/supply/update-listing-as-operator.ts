import { money, type Money } from '@terrace/domain/money/money'
import { resizeSeats } from '@terrace/domain/tickets/seats'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { operator, recordListingChange } from './edit/listing-changes.repo.ts'
import { compareFields } from './edit/listing-fields.ts'
import { validatePrice, validateQuantity, validateSplit } from './new-listing.ts'
import { assertSeatsFree, seatRangeOf, type PublishedListing, type SupplyDeps } from './publish-listing.ts'
import { assertResaleAllowed } from './resale-rules/assert-resale-allowed.ts'
import { supplyErrors } from './supply.errors.ts'
import { changeListing, countCommitted, lockListing, type LockedListing } from './supply.repo.ts'

export interface ListingUpdate {
  listingId: string
  /** Per ticket, in minor units of the listing's currency. */
  priceMinor?: number | undefined
  /** Total quantity, sold tickets included. */
  quantity?: number | undefined
}

export interface UpdatedListing extends PublishedListing {
  price: Money
  quantity: number
}

/**
 * Changes the price or the quantity of an active listing; sellers use `editListing`. Held prices stay frozen (product.md §4), and the quantity
 * cannot fall below sold plus held. An unchanged listing is not written, and no event either.
 */
export async function updateListingAsOperator(
  { db, clock, actor, author = operator }: Omit<SupplyDeps, 'ids'>,
  { listingId, priceMinor, quantity }: ListingUpdate,
): Promise<UpdatedListing> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'withdrawn') throw supplyErrors.make('supply.listing_withdrawn')
    assertValid(listing, { priceMinor, quantity })
    const price = money(priceMinor ?? listing.priceMinor, listing.currency)
    const next = quantity ?? listing.quantity
    if (price.minor === listing.priceMinor && next === listing.quantity) {
      return { id: listingId, version: listing.version, price, quantity: next }
    }
    if (price.minor !== listing.priceMinor)
      await assertResaleAllowed(tx, { ...listing, teamId: listing.sellerTeamId, priceMinor: price.minor })
    const { firstSeat: first, lastSeat: last, seats: list } = listing
    const resized = resizeSeats({ first, last, list }, next)
    if (!resized) throw invalidInput({ quantity: ['needs the seats of the added tickets'] })
    const lastSeat = resized.last
    if (next < listing.quantity) {
      const committed = await countCommitted(tx, listing)
      if (next < committed) {
        throw supplyErrors.make('supply.quantity_committed', {
          title: `quantity: must be at least ${committed}, the number of tickets sold or held`,
          details: { committed },
        })
      }
    } else if (next > listing.quantity) {
      await assertSeatsFree(tx, seatRangeOf({ ...listing, lastSeat, seats: resized.list }), listingId)
    }
    const now = clock.now()
    const version = await changeListing(
      tx,
      listingId,
      {
        priceMinor: price.minor,
        quantity: next,
        ...(next !== listing.quantity && { lastSeat, seats: resized.list }),
      },
      now,
    )
    await recordEvents(tx, [
      {
        topic: 'listing.updated',
        subject: listingId,
        payload: { eventId: listing.eventId, listingId, version },
      },
    ])
    await recordChanges(tx, actor, {
      kind: 'listing.changed',
      teamId: listing.sellerTeamId,
      details: {
        listing_id: listingId,
        event_id: listing.eventId,
        before: { price_minor: listing.priceMinor, quantity: listing.quantity },
        after: { price_minor: price.minor, quantity: next },
      },
    })
    const old = { price_minor: listing.priceMinor, quantity: listing.quantity }
    const change = compareFields(old, { price_minor: price.minor, quantity: next })
    await recordListingChange(tx, { listingId, kind: 'changed', author, ...change }, now)
    return { id: listingId, version, price, quantity: next }
  })
}

function assertValid(
  listing: LockedListing,
  { priceMinor, quantity }: Omit<ListingUpdate, 'listingId'>,
): void {
  const errors = {
    ...(priceMinor !== undefined && validatePrice({ minor: priceMinor, currency: listing.currency })),
    ...(quantity !== undefined && validateQuantity(quantity)),
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (quantity === undefined) return
  const [splitError] = validateSplit({ ...listing, quantity })
  if (splitError)
    throw invalidInput({ quantity: [`must be a quantity that "${listing.splitType}" can sell`] })
}
