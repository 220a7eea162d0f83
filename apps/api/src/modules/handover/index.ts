export { mountHandover } from './handover.routes.ts'
export { forgetOldHandovers } from './redemptions.repo.ts'
export { serveStart } from './serve-start.ts'
