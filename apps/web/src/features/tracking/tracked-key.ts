/** What the list of tracked listings is kept under; told apart from its contract, which few pages carry. */
export const trackedKey = 'tracked-listings'
