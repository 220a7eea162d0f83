import { decideDispute, decideRefund, type Sandbox } from './sandbox.ts'

/** The buyer's bank of the sandbox, for the contract tests of both gateways. */
export function bankOf(sandbox: () => Sandbox) {
  return {
    refundBank: {
      delayNext: () => sandbox().faults.plan({ on: 'refund', kind: 'slow' }),
      decide: async (refundId: string, outcome: 'succeeded' | 'failed') =>
        decideRefund(sandbox().store, refundId, outcome),
    },
    disputeBank: {
      async disputeOf(intentId: string) {
        const row = sandbox().store.find('select id from disputes where intent_id = :intentId', { intentId })
        return String(row?.['id'])
      },
      decide: async (disputeId: string, outcome: 'won' | 'lost') =>
        decideDispute(sandbox().store, disputeId, outcome),
    },
  }
}
