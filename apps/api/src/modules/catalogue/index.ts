export { addBanner, listBanners, removeBanner } from './banners/change-banners.ts'
export { addAlias, addSeason, removeAlias, removeEntry } from './manage/change-entries.ts'
export { addPerformer, addVenue, editPerformer, editVenue } from './manage/change-performers-and-venues.ts'
export { entryKinds, readEntries, readEntry, type Entry, type EntryKind } from './manage/entries.repo.ts'
export { enterForSeason, withdrawFromSeason } from './manage/change-entrants.ts'
export { addSport, editSport } from './manage/change-sports.ts'
export { mergeEntries } from './manage/merge-entries.ts'
export { changeName, listNames } from './names/change-name.ts'
export { listCompetitions, setCompetition } from './competitions/change-competition.ts'
export type { CompetitionText } from './competitions/parse-competitions.ts'
export { changeMenu, outlineMenu, resetMenuEntry } from './menu/change-menu.ts'
export { mountCatalogue } from './catalogue.routes.ts'
export { catalogueErrors } from './catalogue.errors.ts'
export { eventEntry, type DatedEvent } from './events/dated-event.ts'
export { readDatedEvents, readUpcomingEvents, type CalendarSubject } from './events/dated-events.repo.ts'
export { confirmKickOffs } from './seasons/confirm-kick-offs.ts'
export { addPopularity, refreshEventStats } from './events/event-stats.repo.ts'
export { mountHome } from './home/home.routes.ts'
export { finishImport, importFile, importKinds } from './importers/import-file.ts'
export { acceptProposals, type AcceptOptions } from './proposals/accept-proposals.ts'
export type { DecisionResult, ProposalChoice } from './proposals/decisions.ts'
export { listProposals, type ListedProposal } from './proposals/list-proposals.ts'
export { loadDecidedRows } from './proposals/load-decided-rows.ts'
export { mergeProposal } from './proposals/merge-proposal.ts'
export { rejectProposals } from './proposals/reject-proposals.ts'
export { importFixtures, type FixturesReport } from './importers/fixtures/import-fixtures.ts'
export { confirmProfile, getProfile, removeProfile } from './importers/profiles/manage-profiles.ts'
export type { ProfileProposal } from './importers/profiles/propose-profile.ts'
export { listProfiles } from './importers/profiles/profiles.repo.ts'
export { openSourceFile } from './importers/readers/source-file.ts'
export { retryUnmatched } from './matching/retry-unmatched.ts'
export {
  readBlocksWithCategories,
  readEventsToList,
  type BlockWithCategory,
  type EventToList,
} from './seating-plans/events-to-list.repo.ts'
export { readEventVersions, readVenueVersions } from './seating-plans/event-versions.repo.ts'
export { presentPlanFrame } from './seating-plans/plan.presenter.ts'
export {
  findEventSection,
  findSeatingPlan,
  readVenueBlocks,
  type EventSection,
  type VenuePlan,
} from './seating-plans/seating-plans.repo.ts'
export type { ImportReport } from './importers/import-report.ts'
export type { ImportRow } from './imports/import-run.ts'
export { finishInterruptedImports } from './imports/recover-imports.ts'
export { undoLastImport, type UndoReport } from './imports/undo-import.ts'
export { shiftSeasons } from './seasons/shift-seasons.ts'
