export { mountNotifications } from './centre/notifications.routes.ts'
export { purgeOldNotifications } from './centre/notifications.repo.ts'
export { installDevMail } from './dev-mail.ts'
export type { Mailer } from './mailer.port.ts'
export { createEmailQueue } from './email-queue.ts'
export { addressOf } from './smtp-message.ts'
export { accountApprovedEmail, verificationEmail } from './templates/accounts.ts'
export { disputeUpdatedEmail, paymentDisputedEmail } from './templates/disputes.ts'
export { refundDelayedEmail, refundFailedEmail } from './templates/refunds.ts'
export {
  issueReportedEmail,
  lineCancelledEmail,
  lineRefundedEmail,
  orderPlacedEmail,
  paymentRefundedEmail,
  ticketsDeliveredEmail,
} from './templates/orders.ts'
export { passwordChangedEmail, passwordResetEmail } from './templates/passwords.ts'
export {
  quoteAcceptedEmail,
  quoteDeclinedEmail,
  quoteSentEmail,
  quoteUnopenedEmail,
  quoteViewedEmail,
} from './templates/quotes.ts'
export { memberLeftEmail, memberRemovedEmail, teamInvitationEmail } from './templates/teams.ts'
export { searchMatchEmail } from './templates/saved-searches.ts'
export { trackingAlertsEmail, trackingAlertEmail } from './templates/tracking.ts'
export { withholdWaitingEmails } from './waiting-emails.repo.ts'
