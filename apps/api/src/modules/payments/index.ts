export { assertRoomForCard } from './assert-room-for-card.ts'
export type { CardVault, Dispute, DisputePage } from './card-vault.port.ts'
export { mountCards } from './cards.routes.ts'
export { findSavedCard, forgetOldSetups } from './cards.repo.ts'
export { ensureCustomer } from './ensure-customer.ts'
export { followCards } from './follow-cards.ts'
export type { PaymentEvents } from './payment-events.port.ts'
export {
  lockDispute,
  readDisputes,
  writeDispute,
  type KeptDispute,
  type KnownDispute,
} from './payment-disputes.repo.ts'
export { forgetOldEvents } from './payment-events.repo.ts'
export {
  GatewayRefused,
  GatewayUnavailable,
  type PaymentFailure,
  type PaymentGateway,
  type PaymentRefund,
  type PaymentState,
} from './payments.port.ts'
export { decideDispute, decideRefund } from './sandbox/decide-as-bank.ts'
export { forgetSentEvents } from './sandbox/events.repo.ts'
export { forgetOldAnswers } from './sandbox/answer-once.ts'
export { holdsCardNumber } from './sandbox/card-number.ts'
export { createEventSender, sendEvents } from './sandbox/send-events.ts'
export { mountSandbox } from './sandbox/sandbox.routes.ts'
export { openSandbox, type Sandbox } from './sandbox/sandbox.ts'
export { servePaymentWebhook } from './serve-webhook.ts'
export { unknownCard } from './unknown-card.ts'
