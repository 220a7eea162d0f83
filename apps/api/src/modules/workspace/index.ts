export { mountWorkspace } from './workspace.routes.ts'
