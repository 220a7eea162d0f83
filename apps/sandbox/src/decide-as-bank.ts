import { presentRefund } from './payments/intents.presenter.ts'
import { closeDispute } from './payments/disputes.repo.ts'
import { decideRefundAs, findRefund } from './payments/refunds.repo.ts'
import type { Store } from './store/store.ts'
import { presentDispute } from './vault/vault.presenter.ts'
import { recordEvent } from './webhooks/events.repo.ts'

/* Decisions that a bank makes days later, for tests and trials. No HTTP request can make them. */

/** There is nothing to decide, or it is decided already. */
export class NothingToDecide extends Error {
  override readonly name = 'NothingToDecide'
}

/** Accepts a pending refund or returns one, even if it was accepted before. */
export function decideRefund(store: Store, refundId: string, outcome: 'succeeded' | 'failed'): void {
  store.inTransaction(() => {
    const refund = findRefund(store, refundId)
    if (!refund || refund.status === 'failed' || refund.status === outcome)
      throw new NothingToDecide('No refund with this id can get this outcome')
    decideRefundAs(store, refund, outcome)
    recordEvent(
      store,
      outcome === 'failed' ? 'refund.failed' : 'refund.updated',
      presentRefund({ ...refund, status: outcome }),
    )
  })
}

/** Decides a dispute; `won` returns the money to the shop. */
export function decideDispute(store: Store, disputeId: string, outcome: 'won' | 'lost'): void {
  store.inTransaction(() => {
    const dispute = closeDispute(store, disputeId, outcome)
    if (!dispute) throw new NothingToDecide('No open dispute with this id')
    recordEvent(store, 'charge.dispute.closed', presentDispute(dispute))
    if (outcome === 'won') recordEvent(store, 'charge.dispute.funds_reinstated', presentDispute(dispute))
  })
}
