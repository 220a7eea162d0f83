export type { Offer } from './offer.ts'
export { publishAgain, publishListing } from './publish-listing.ts'
export { reviseListing } from './revise-listing.ts'
export { withdrawListing } from './withdraw-listing.ts'
