export { installDevMail } from './dev-mail.ts'
export type { Mailer } from './mailer.port.ts'
export { createMailroom } from './mailroom.ts'
export { accountApprovedWords, verifyEmailWords } from './templates/accounts.ts'
export { disputeMovedWords, paymentDisputedWords } from './templates/disputes.ts'
export { refundDelayedWords, refundFailedWords } from './templates/refunds.ts'
export {
  issueReportedWords,
  lineCancelledWords,
  lineRefundedWords,
  orderPlacedWords,
  paymentRefundedWords,
  ticketsDeliveredWords,
} from './templates/orders.ts'
export { passwordChangedWords, passwordResetWords } from './templates/passwords.ts'
export {
  quoteAcceptedWords,
  quoteDeclinedWords,
  quoteSentWords,
  quoteViewedWords,
} from './templates/quotes.ts'
export { memberLeftWords, memberRemovedWords, teamInvitationWords } from './templates/teams.ts'
export { trackingAlertsWords, trackingAlertWords } from './templates/tracking.ts'
