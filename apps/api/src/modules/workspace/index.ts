export { mountFeed } from './feed.routes.ts'
export { mountWorkspace } from './workspace.routes.ts'
