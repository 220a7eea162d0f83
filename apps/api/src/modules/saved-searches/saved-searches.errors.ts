import { maxSavedSearches } from '@terrace/contracts/saved-searches'
import { defineErrors } from '#api/shared/app-error.ts'

export const savedSearchErrors = defineErrors({
  'saved_search.not_found': { status: 404, title: 'Saved search not found' },
  'saved_search.event_over': { status: 409, title: 'This event has started or was cancelled' },
  'saved_search.too_many': {
    status: 409,
    title: `You’ve reached the limit of ${maxSavedSearches} saved searches. Delete one first`,
  },
})
