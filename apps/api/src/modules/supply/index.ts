export { mountInventory } from './inventory.routes.ts'
export { refuseOverLimit } from './limits/live-value.ts'
export type { ValueChange } from './limits/value-change.ts'
export { relistSuspended, withdrawSuspended } from './limits/suspend-listings.ts'
export { validateNewListing, validatePrice, type NewListing } from './new-listing.ts'
export { relistListing, publishListing } from './publish-listing.ts'
export { updateListing } from './update-listing.ts'
export { withdrawListing } from './withdraw-listing.ts'
export { findSeller } from './supply.repo.ts'
export { differenceOf, writeListings } from './batches/write-listings.ts'
export {
  findTakenSeatsOfMany,
  lockListings,
  lockSeatsOfEvents,
  readDemand,
  readListings,
  type ListingDemand,
} from './batches/stored-listings.repo.ts'
export type { ListingValues, StoredListing } from './batches/listing-values.ts'
export { lockOwnListings, writeRulePrices } from './batches/write-prices.repo.ts'
export { isSelected } from './inventory/inventory-filter.ts'
