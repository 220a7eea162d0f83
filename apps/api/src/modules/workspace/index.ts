export { mountAttention } from './attention/attention.routes.ts'
export { purgeOldDismissals } from './attention/dismissals.repo.ts'
export { mountFeed } from './feed.routes.ts'
export { mountWorkspace } from './workspace.routes.ts'
