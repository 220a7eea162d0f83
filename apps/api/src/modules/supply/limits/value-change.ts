/** What counts of a listing towards its seller's limit. */
export interface LiveListing {
  status: 'active' | 'withdrawn'
  priceMinor: number
  quantity: number
  sold: number
}

export interface ValueChange {
  id: string
  currency: string
  before: LiveListing | undefined
  after: LiveListing
}
