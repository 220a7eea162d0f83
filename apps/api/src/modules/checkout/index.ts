export { readDisputeEmailDetails } from './disputes/read-dispute-email-details.ts'
export { readRefundedPaymentEmailDetails } from './attempts/read-refunded-payment-email-details.ts'
export { mountCheckout } from './checkout.routes.ts'
export { createAttemptReconciler } from './attempts/reconcile-attempts.ts'
export { mountSavedPeople } from './people/saved-people.routes.ts'
export { recordDispute } from './disputes/record-dispute.ts'
export { createDisputeReconciler } from './disputes/reconcile-disputes.ts'
export { findPaymentsToResume } from './attempts/checkout-attempts.repo.ts'
export { resumeAttemptOfPayment } from './attempts/resume-attempt-of-payment.ts'
export { countMissingAttendees } from './drafts/count-missing-attendees.ts'
export {
  createBatchedCheckoutCalls,
  type BatchedCheckoutCalls,
} from './batched-calls/batched-checkout-calls.ts'
export { guardCardSaving } from './card-testing/guard-card-saving.ts'
export { purgeOldPaymentFailures } from './card-testing/payment-failures.repo.ts'
