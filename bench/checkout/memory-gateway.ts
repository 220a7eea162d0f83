import { randomIds } from '../../apps/api/src/shared/ids.ts'
import type { PaymentGateway, PaymentState } from '../../apps/api/src/modules/payments/payments.port.ts'

type Status = 'requires_confirmation' | 'requires_capture' | 'succeeded' | 'canceled'

/** A payment gateway that responds from memory, to measure a purchase without the cost of its provider. */
export function createMemoryGateway(): PaymentGateway {
  const payments = new Map<string, PaymentState>()

  function moveTo(id: string, status: Status): Promise<PaymentState> {
    const payment = payments.get(id)
    if (!payment) throw new Error(`payment ${id} does not exist`)
    const { gatewayPaymentId, amount, amountRefunded } = payment
    const moved = { gatewayPaymentId, amount, amountRefunded, card: { brand: 'visa', last4: '4242' }, status }
    // A final payment is not asked for again.
    if (status === 'succeeded' || status === 'canceled') payments.delete(id)
    else payments.set(id, moved)
    return Promise.resolve(moved)
  }
  const unsupported = () => Promise.reject(new Error('this gateway refunds nothing'))

  return {
    name: 'sandbox',
    createPayment({ amount }) {
      // As long as the ids of the sandbox.
      const id = randomIds.next('pi')
      payments.set(id, {
        gatewayPaymentId: id,
        amount,
        amountRefunded: { ...amount, minor: 0 },
        card: null,
        status: 'requires_confirmation',
      })
      return moveTo(id, 'requires_confirmation')
    },
    confirmPayment: ({ gatewayPaymentId }) => moveTo(gatewayPaymentId, 'requires_capture'),
    retrievePayment: (id) => moveTo(id, 'requires_capture'),
    capturePayment: ({ gatewayPaymentId }) => moveTo(gatewayPaymentId, 'succeeded'),
    cancelPayment: ({ gatewayPaymentId }) => moveTo(gatewayPaymentId, 'canceled'),
    refundPayment: unsupported,
    retrieveRefund: unsupported,
    listRefunds: () => Promise.resolve([]),
    listPaymentsSince: () =>
      Promise.resolve([...payments.values()].map((payment) => ({ ...payment, metadata: {} }))),
    listRefundsSince: () => Promise.resolve([]),
  }
}
