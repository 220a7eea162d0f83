export { createEventBooks, type EventBooks } from './event-books.ts'
export { createFeed } from './feed.ts'
export { createRates, type Rates } from './rates.ts'
