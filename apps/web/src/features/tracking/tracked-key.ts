/** Query key of the tracked listings. Separate from the contract, which few pages load. */
export const trackedKey = 'tracked-listings'
