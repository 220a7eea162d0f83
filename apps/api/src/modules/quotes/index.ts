export { reverseOrderOfQuote } from './purchase/reverse-order-of-quote.ts'
export {
  findCheckoutQuoteBySlug,
  findCheckoutQuote,
  filterTeamQuoteIds,
  lockQuoteForOrder,
  markQuoteOrdered,
  offersAnyOf,
  type CheckoutQuote,
} from './purchase/quote-orders.repo.ts'
export {
  readQuoteEmailDetails,
  readQuoteNotificationDetails,
  type QuoteNotificationKind,
} from './email/read-quote-email-details.ts'
export { countOpenQuotes } from './manage/find-quotes.repo.ts'
export { mountQuoteManagement } from './manage/manage-quotes.routes.ts'
export { createQuotePdf, type QuotePdfDeps } from './pdf/create-quote-pdf.ts'
export { mountQuotePdf } from './pdf/quote-pdf.routes.ts'
export { mountQuoteSettings } from './settings/quote-settings.routes.ts'
export { mountQuotes } from './manage/quotes.routes.ts'
export { mountQuotePage } from './public-page/quote-page.routes.ts'
export { createQuoteOrigins, type QuoteOrigins } from './settings/quote-origins.ts'
export { remindOfUnopenedQuotes } from './email/remind-of-unopened-quotes.ts'
export { announceExpiredQuotes } from './manage/announce-expired-quotes.ts'
export { registerQuoteOrigin } from './settings/register-quote-origin.ts'
export {
  findQuotesFor,
  readQuoteContacts,
  readQuoteTitles,
  type QuoteContact,
} from './quote-contacts.repo.ts'
export { showLatestQuotes, type ShowDeps } from './manage/show-quotes.ts'
export { readCommission } from './create/read-commission.ts'
export type { ClientBook } from './client-book.ts'
export { countResponses } from './respond/response-emails.repo.ts'
