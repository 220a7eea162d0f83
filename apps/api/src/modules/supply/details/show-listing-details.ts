import type { WireListingDetails } from '@terrace/contracts/inventory-details'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { saleProceeds } from '@terrace/domain/money/seller-proceeds'
import { seatNumbers } from '@terrace/domain/tickets/seats'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readResaleRefusals } from '../resale-rules/resale-rules.repo.ts'
import { findSharedSeats } from '../shared-seats/shared-seats.repo.ts'
import { supplyErrors } from '../supply.errors.ts'
import {
  countBarcodes,
  findListing,
  readListingSales,
  readListingSource,
  type DetailedListing,
  type ListingSale,
} from './listing-details.repo.ts'

/** @throws `supply.listing_not_found`, also for a listing of another team. */
export async function showListingDetails(
  { db }: { db: DbOrTx },
  teamId: string,
  listingId: string,
): Promise<WireListingDetails> {
  const listing = await findListing(db, { teamId, listingId })
  if (!listing) throw supplyErrors.make('supply.listing_not_found')
  const [sales, source, barcodes, refusals, shared] = await Promise.all([
    readListingSales(db, listingId),
    readListingSource(db, listingId),
    countBarcodes(db, listingId),
    readResaleRefusals(db, [{ ...listing, teamId }]),
    findSharedSeats(db, teamId, wantedSeats(listingId, listing)),
  ])
  const { firstSeat: first, lastSeat: last, seats: list, soldSeats } = listing
  const sold = new Set(soldSeats)
  return {
    sales: sales.map(presentSale),
    source: source && {
      profile_id: source.profileId,
      profile_name: source.profileName,
      import_id: source.importId,
      file_name: source.fileName,
      line: source.line,
      imported_at: source.importedAt.toISOString(),
    },
    unsold_seats: seatNumbers({ first, last, list }).filter((seat) => !sold.has(seat)),
    barcodes,
    shared_seats: shared.get(listingId)?.filter((seat) => !sold.has(seat)) ?? [],
    refusals: refusals.filter((reason) => reason !== null),
  }
}

function wantedSeats(listingId: string, { firstSeat, lastSeat, ...listing }: DetailedListing) {
  return firstSeat === null || lastSeat === null ? [] : [{ ...listing, listingId, firstSeat, lastSeat }]
}

function presentSale(sale: ListingSale): WireListingDetails['sales'][number] {
  return {
    order_number: sale.orderNumber,
    placed_at: sale.placedAt.toISOString(),
    state: sale.state,
    is_returned: sale.isReturned,
    quantity: sale.quantity,
    seats: sale.seats,
    tickets: sale.tickets,
    delivered: sale.delivered,
    proceeds: toWireMoney(saleProceeds(money(sale.priceMinor, sale.currency), sale.quantity)),
  }
}
