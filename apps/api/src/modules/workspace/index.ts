/*
 * Endpoints of screens that combine several modules, because modules must not import each other for one: the listing
 * feed with the caller's tracked listings, the items that need attention on home, and the counts in the profile menu.
 */
export { mountAttention } from './attention/attention.routes.ts'
export { purgeOldDismissals } from './attention/dismissals.repo.ts'
export { mountWorkspace } from './workspace.routes.ts'
