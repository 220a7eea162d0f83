export {
  GatewayRefused,
  GatewayUnavailable,
  type GatewayRefusal,
  type PaymentCard,
  type PaymentFailure,
  type PaymentGateway,
  type PaymentRefund,
  type PaymentState,
  type PaymentStatus,
} from './payments.port.ts'
export { holdsCardNumber } from './sandbox/card-number.ts'
export { mountSandbox } from './sandbox/sandbox.routes.ts'
export { openSandbox, type Sandbox } from './sandbox/sandbox.ts'
