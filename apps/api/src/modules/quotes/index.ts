export { mountQuotes } from './quotes.routes.ts'
