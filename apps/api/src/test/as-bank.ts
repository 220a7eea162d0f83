import { decideDispute, decideRefund, type Sandbox } from '../modules/payments/index.ts'

/** The buyer's bank behind the sandbox, for the suites of both providers. */
export function asBank(sandbox: () => Sandbox) {
  return {
    refundBank: {
      hesitates: () => sandbox().faults.plan({ on: 'refund', kind: 'slow' }),
      decides: (refundId: string, outcome: 'succeeded' | 'failed') =>
        decideRefund(sandbox(), refundId, outcome),
    },
    disputeBank: {
      async disputeOf(intentId: string) {
        const { id } = await sandbox()
          .db.selectFrom('sandbox.disputes')
          .select('id')
          .where('intent_id', '=', intentId)
          .executeTakeFirstOrThrow()
        return id
      },
      decides: (disputeId: string, outcome: 'won' | 'lost') => decideDispute(sandbox(), disputeId, outcome),
    },
  }
}
