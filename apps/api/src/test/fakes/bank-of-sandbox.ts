import { decideDispute, decideRefund, type Sandbox } from '#api/modules/payments/index.ts'

/** The buyer's bank of the sandbox, for the contract tests of both gateways. */
export function bankOf(sandbox: () => Sandbox) {
  return {
    refundBank: {
      delayNext: () => sandbox().faults.plan({ on: 'refund', kind: 'slow' }),
      decide: (refundId: string, outcome: 'succeeded' | 'failed') =>
        decideRefund(sandbox(), refundId, outcome),
    },
    disputeBank: {
      async disputeOf(gatewayPaymentId: string) {
        const { id } = await sandbox()
          .db.selectFrom('sandbox.disputes')
          .select('id')
          .where('intent_id', '=', gatewayPaymentId)
          .executeTakeFirstOrThrow()
        return id
      },
      decide: (disputeId: string, outcome: 'won' | 'lost') => decideDispute(sandbox(), disputeId, outcome),
    },
  }
}
