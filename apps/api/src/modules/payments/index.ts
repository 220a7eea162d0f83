export { stripeSources } from './adapters/stripe-sources.ts'
export {
  GatewayRefused,
  GatewayUnavailable,
  type PaymentFailure,
  type PaymentGateway,
  type PaymentState,
} from './payments.port.ts'
export { forgetOldAnswers } from './sandbox/answer-once.ts'
export { holdsCardNumber } from './sandbox/card-number.ts'
export { mountSandbox } from './sandbox/sandbox.routes.ts'
export { openSandbox, type Sandbox } from './sandbox/sandbox.ts'
