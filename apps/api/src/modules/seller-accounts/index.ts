export { mountSellerAccounts } from './seller-accounts.routes.ts'
export { decideSeller, type Decision } from './decisions/decide-seller.ts'
export { decideChange, type ChangeDecision } from './changes/decide-change.ts'
export { changedFields } from './changes/change-details.ts'
export { findDuplicatesOfChange } from './changes/changes.repo.ts'
export { findDuplicates, listApplications } from './decisions/applications.repo.ts'
export { readDocument } from './documents.ts'
export { findDocuments } from './documents.repo.ts'
export { lastFour } from './bank-account.ts'
export { findSellerAccount, type DetailsChange, type SellerAccount } from './seller-accounts.repo.ts'
export {
  describeLimits,
  limitError,
  lockSellingLimits,
  type Headroom,
  type LimitProblem,
} from './limits/headroom.ts'
export { readLimitUse } from './limits/headroom.repo.ts'
