export { addHandoverLink, removeHandoverLink } from './manage-links.ts'
export { mountHandover } from './handover.routes.ts'
export { purgeOldHandovers } from './redemptions.repo.ts'
export { serveStart } from './serve-start.ts'
