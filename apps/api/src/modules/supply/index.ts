export { inventoryChannelRule } from './inventory-channel.ts'
export { mountInventory } from './inventory.routes.ts'
export { liveValue, refuseOverLimit } from './limits/live-value.ts'
export type { ValueChange } from './limits/value-change.ts'
export { relistSuspended, withdrawSuspended } from './limits/suspend-listings.ts'
export { validateNewListing, validatePrice, type NewListing } from './new-listing.ts'
export { relistListing, publishListing } from './publish-listing.ts'
export { updateListingAsOperator } from './update-listing-as-operator.ts'
export { withdrawListing } from './withdraw-listing.ts'
export { readBarcodeKey } from './tickets/barcode-key.ts'
export {
  findUsedBarcodes,
  readChangedBarcodes,
  saveBarcodes,
  type TicketBarcodes,
} from './tickets/barcodes.repo.ts'
export { createKeptBackTicketsReturner } from './own-holds/end-own-holds.ts'
export { warnOfEndingOwnHolds } from './own-holds/warn-of-ending-own-holds.ts'
export { fillListingTickets } from './tickets/fill-listing-tickets.ts'
export {
  authoriseTeam,
  listResaleRules,
  loadResaleRules,
  switchResaleRule,
  type ResaleRuleDeps,
} from './resale-rules/manage-rules.ts'
export { lockResaleRules, readResaleRefusals } from './resale-rules/resale-rules.repo.ts'
export { findSharedSeats, listSharedSeats } from './shared-seats/shared-seats.repo.ts'
export { findSeller } from './supply.repo.ts'
export { differenceOf, writeListings } from './batches/write-listings.ts'
export {
  findTakenSeatsOfMany,
  lockListings,
  lockSeatsOfEvents,
  readHeldAndSold,
  readListings,
  type HeldAndSold,
} from './batches/stored-listings.repo.ts'
export type { ListingValues, StoredListing, WrittenListing } from './batches/listing-values.ts'
export { lockOwnListings, writeRulePrices } from './batches/write-prices.repo.ts'
export { inventorySource, isSelected } from './inventory/inventory-filter.ts'
export { updatePastSales } from './market/update-past-sales.ts'
