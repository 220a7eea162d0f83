export { orderQuote, undoOrderOfQuote } from './order-quote.ts'
export {
  findQuoteOfSlug,
  findQuoteOfTeam,
  findQuotesOfTeam,
  lockQuoteName,
  offersAnyOf,
  type NamedQuote,
} from './quote-orders.repo.ts'
export { draftQuoteLetter, draftQuoteNotice } from './draft-quote-letters.ts'
export { countOpenQuotes } from './find-quotes.repo.ts'
export { mountQuoteDesk } from './quote-desk.routes.ts'
export { mountQuotePapers } from './quote-papers.routes.ts'
export { mountQuoteSettings } from './quote-settings.routes.ts'
export { mountQuotes } from './quotes.routes.ts'
export { mountQuotePage } from './visitor.routes.ts'
export { createQuoteOrigins, type QuoteOrigins } from './quote-origins.ts'
export { tellEndedQuotes } from './tell-ended-quotes.ts'
export { registerQuoteOrigin } from './register-quote-origin.ts'
