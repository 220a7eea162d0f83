export { createEventBooks, type EventBooks } from './event-book.ts'
export { mountListings } from './listings.routes.ts'
export { createRates, type Rates } from './rates.ts'
