export { assertUnderCardLimit } from './cards/card-limit.ts'
export type { CardGuard, CardPayer, TriedCard } from './cards/cards-deps.ts'
export type { CardVault, Dispute, DisputePage } from './card-vault.port.ts'
export { mountCards } from './cards/cards.routes.ts'
export { findSavedCard } from './cards/cards.repo.ts'
export { forwardSandboxPages } from './forward-sandbox-pages.ts'
export { ensureCustomer } from './cards/ensure-customer.ts'
export { syncCards } from './cards/sync-cards.ts'
export type { PaymentEvents } from './payment-events.port.ts'
export {
  lockDispute,
  readDisputes,
  writeDispute,
  type StoredDispute,
  type PreviousDispute,
} from './payment-disputes.repo.ts'
export {
  GatewayRejected,
  GatewayUnavailable,
  type ListedPayment,
  type ListedRefund,
  type PaymentFailure,
  type PaymentGateway,
  type PaymentRefund,
  type PaymentState,
} from './payments.port.ts'
export { servePaymentWebhook } from './webhooks/serve-webhook.ts'
export { unknownCard } from './cards/unknown-card.ts'
