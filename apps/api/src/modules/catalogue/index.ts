export { addBanner, listBanners, removeBanner } from './change-banners.ts'
export { changeMenu, outlineMenu, resetMenuEntry } from './change-menu.ts'
export { mountCatalogue } from './catalogue.routes.ts'
export { confirmKickOffs } from './confirm-kick-offs.ts'
export { addDemand, refreshEventStats } from './event-stats.repo.ts'
export { mountHome } from './home.routes.ts'
export { finishImport, importFile, importKinds } from './import-file.ts'
export { dismissUnmatched, listUnmatched, matchUnmatched, type Decision } from './match-unmatched.ts'
export type { Unmatched } from './importers/unmatched.repo.ts'
export { retryUnmatched } from './retry-unmatched.ts'
export {
  findEventSection,
  findSeatingPlan,
  readVenueBlocks,
  type EventSection,
  type VenuePlan,
} from './seating-plans.repo.ts'
export type { ImportReport } from './importers/import-report.ts'
export { shiftSeasons } from './shift-seasons.ts'
