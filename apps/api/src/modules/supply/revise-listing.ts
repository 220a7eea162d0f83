import { money, type Money } from '@terrace/domain/money'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { checkPrice, checkQuantity, checkSplit } from './offer.ts'
import { assertSeatsFree, seatRangeOf, type Published, type SupplyDeps } from './publish-listing.ts'
import { supplyErrors } from './supply.errors.ts'
import { changeListing, countCommitted, lockListing, type StockedListing } from './supply.repo.ts'

export interface Revision {
  listingId: string
  /** Minor units of the listing's own currency, per ticket. */
  priceMinor?: number | undefined
  /** All tickets of the listing, those already sold among them. */
  quantity?: number | undefined
}

export interface Revised extends Published {
  price: Money
  quantity: number
}

/**
 * Changes the price or the number of tickets of an active listing. Prices that are held stay held (product.md §4); the
 * quantity never falls below what is sold and held. What is the same already is not written, and not told.
 */
export async function reviseListing(
  { db, clock }: Omit<SupplyDeps, 'ids'>,
  { listingId, priceMinor, quantity }: Revision,
): Promise<Revised> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'withdrawn') throw supplyErrors.make('supply.listing_withdrawn')
    assertRight(listing, { priceMinor, quantity })
    const price = money(priceMinor ?? listing.priceMinor, listing.currency)
    const next = quantity ?? listing.quantity
    if (price.minor === listing.priceMinor && next === listing.quantity) {
      return { id: listingId, version: listing.version, price, quantity: next }
    }
    const lastSeat = listing.firstSeat === null ? null : listing.firstSeat + next - 1
    if (next < listing.quantity) {
      const committed = await countCommitted(tx, listing)
      if (next < committed) {
        throw supplyErrors.make('supply.quantity_committed', {
          title: `quantity: ${committed} tickets are sold or held, it cannot be less`,
          details: { committed },
        })
      }
    } else if (next > listing.quantity) {
      await assertSeatsFree(tx, seatRangeOf({ ...listing, lastSeat }), listingId)
    }
    const version = await changeListing(
      tx,
      listingId,
      { priceMinor: price.minor, quantity: next, ...(next !== listing.quantity && { lastSeat }) },
      clock.now(),
    )
    await recordEvents(tx, [
      {
        topic: 'listing.revised',
        subject: listingId,
        payload: { eventId: listing.eventId, listingId, version },
      },
    ])
    return { id: listingId, version, price, quantity: next }
  })
}

function assertRight(listing: StockedListing, { priceMinor, quantity }: Omit<Revision, 'listingId'>): void {
  const errors = {
    ...(priceMinor !== undefined && checkPrice({ minor: priceMinor, currency: listing.currency })),
    ...(quantity !== undefined && checkQuantity(quantity)),
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (quantity === undefined) return
  const [wrong] = checkSplit({ ...listing, quantity })
  if (wrong) throw invalidInput({ quantity: [`with "${listing.splitType}" it ${wrong[1]}`] })
}
