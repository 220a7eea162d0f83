/** Data key of event search (spec §7). A separate module, so invalidating it doesn't load the search client. */
export const eventSearchKey = ['algolia-listing'] as const
