/** Query keys shared by several features; the spec fixes their names (spec §7). */
export const dataKeys = {
  /** Pages of an event's feed. */
  tickets: 'get-tickets',
  /** Totals of the feed: quantity, price range and the team's own share. */
  stockTotals: 'get-min-max-price',
  plan: 'get-algolia-map',
  cards: 'get-cards',
  /** The payment gateway's client secret for saving one card. */
  gateway: 'stripe-gateway',
  /** A quote as its client sees it at its link. */
  quote: 'get-quote-details',
} as const

/** Query keys of routes whose contracts a page must not load only for their names. */
export const routeKeys = {
  orders: 'orders.list',
  order: 'orders.one',
  quote: 'quotes.one',
  checkoutDraft: 'checkout.draft',
  checkoutAttempt: 'checkout.attempt',
  attention: 'workspace.attention',
  profileCounts: 'workspace.profile-counts',
  sellerAccount: 'seller-account.read',
} as const
