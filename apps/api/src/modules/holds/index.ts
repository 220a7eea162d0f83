export { cleanUpExpiredHolds } from './clean-up-expired-holds.ts'
export { releaseHoldsInTransaction } from './release/release-holds-in-transaction.ts'
export { topUpHolds } from './top-up-holds.ts'
export { readHeldForQuote, type HoldCooldown } from './holds.repo.ts'
export { readHoldsOfQuote } from './holds-of-quote.repo.ts'
export { notifyStockChanged, type StockChangeDeps } from './notify-stock-changed.ts'
export { lockStock } from './lock-stock.repo.ts'
export { readAttendeeRequirements } from './attendee-requirements.repo.ts'
export { mountHolds } from './holds.routes.ts'
export {
  lockHoldsOrReleaseUnsellable,
  reactivateHolds,
  releaseHoldsOfAttempt,
  sellHolds,
  reverseSaleOfAttempt,
  reverseSaleOfHolds,
} from './holds-of-attempt.ts'
export type { HoldDetails, LockedHold } from './hold-details.ts'
export { lockHolds, toHoldDetails, type HoldDetailsRow } from './locked-holds.repo.ts'
export { readTeamHolds } from './team-holds.repo.ts'
export { createHoldExpiryAnnouncer } from './announce-expired-holds.ts'
export { createScheduledReleaser } from './release/carry-out-scheduled-releases.ts'
