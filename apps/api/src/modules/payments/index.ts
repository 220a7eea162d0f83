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
