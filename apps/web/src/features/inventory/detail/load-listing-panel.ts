/** The code of the details loads when a listing is opened. */
export const loadListingPanel = async () => ({
  default: (await import('./listing-panel.tsx')).ListingPanel,
})
