/** Limits that the table of the inventory checks itself; the contracts around them load later. */
export const maxListingTags = 20
export const maxTagLength = 40
export const maxInternalNotesLength = 2000
/** Listings of a bulk edit named by id in one call. A larger selection uses the filter. */
export const maxBulkIds = 10_000
