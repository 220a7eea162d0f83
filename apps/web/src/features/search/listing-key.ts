/** The data key of event search (spec §7), for who forgets its lists and is not to carry the search client. */
export const listingKey = ['algolia-listing'] as const
