export { sendPendingMatches } from './match-searches.ts'
export { mountSavedSearches } from './saved-searches.routes.ts'
export { countSavedSearches, purgeEndedSearches } from './saved-searches.repo.ts'
export { readEmailedSearchAlert } from './search-alerts.repo.ts'
