export { createClientBook } from './linking/create-client-book.ts'
export { countClients } from './clients.repo.ts'
export { mountClients } from './clients.routes.ts'
