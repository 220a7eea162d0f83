/** Where query keys begin with the specification's own name of the data (spec §7), and several parts speak of it. */
export const dataKeys = {
  /** The pages of an event's feed. */
  tickets: 'get-tickets',
  /** What stands beside them: how many, from which price to which, and what is the caller's. */
  stockTotals: 'get-min-max-price',
  plan: 'get-algolia-map',
  /** The team's saved cards. */
  cards: 'get-cards',
  /** The provider's secret, with which one card is saved. */
  gateway: 'stripe-gateway',
  /** A quote as the visitor with its link sees it. */
  quote: 'get-quote-details',
} as const
