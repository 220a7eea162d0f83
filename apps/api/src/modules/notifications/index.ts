export { mountNotifications } from './centre/notifications.routes.ts'
export { installDevMail } from './dev-mail.ts'
export type { EmailAttachment, Mailer } from './mailer.port.ts'
export { createEmailQueue } from './email-queue.ts'
export { addressOf } from './smtp-message.ts'
export { accountApprovedEmail, accountClosedEmail, verificationEmail } from './templates/accounts.ts'
export { emailChangedEmail, emailChangeEmail } from './templates/email-changes.ts'
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
  quoteResponsesEmail,
  quoteDeclinedEmail,
  quoteSentEmail,
  quoteUnopenedEmail,
  quoteViewedEmail,
} from './templates/quotes.ts'
export { inventoryNoticeEmail } from './templates/inventory.ts'
export { newDeviceEmail, secondFactorRequestedEmail, securityChangedEmail } from './templates/security.ts'
export {
  memberLeftEmail,
  memberRemovedEmail,
  permissionsChangedEmail,
  teamInvitationEmail,
} from './templates/teams.ts'
export { priceRuleStoppedEmail } from './templates/price-rules.ts'
export {
  applicationSubmittedEmail,
  bankAccountChangedEmail,
  changeRequestedEmail,
  changeSubmittedEmail,
  sellerChangedEmail,
} from './templates/sellers.ts'
export { findSaleRecipient } from './sales/sale-recipients.repo.ts'
export { ticketsSoldEmail } from './templates/sales.ts'
export { searchMatchEmail } from './templates/saved-searches.ts'
export { trackingAlertsEmail, trackingAlertEmail } from './templates/tracking.ts'
export { emailsOfJob, withholdWaitingEmails } from './waiting-emails.repo.ts'
