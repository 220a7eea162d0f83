export { mountHolds } from './holds.routes.ts'
