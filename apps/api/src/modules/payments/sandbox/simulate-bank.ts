import { AppError } from '#api/shared/app-error.ts'
import { closeDispute } from './ledger/disputes.repo.ts'
import { recordEvent } from './webhooks/events.repo.ts'
import { presentRefund } from './ledger/intents.presenter.ts'
import { lockIntent } from './ledger/intents.repo.ts'
import { findRefund, insertRefundOutcome } from './ledger/refunds.repo.ts'
import type { Sandbox } from './sandbox.ts'
import { presentDispute } from './vault/vault.presenter.ts'

/* Decisions a bank makes days later, for tests, demos and the command line. No HTTP request can make them. */

/** Accepts a pending refund or returns one, even if it was accepted before. */
export async function decideRefund(
  { db, ids }: Pick<Sandbox, 'db' | 'ids'>,
  refundId: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const unlocked = await findRefund(tx, refundId)
    if (unlocked) await lockIntent(tx, unlocked.intentId)
    const refund = unlocked && (await findRefund(tx, refundId))
    if (!refund || refund.status === 'failed' || refund.status === outcome)
      throw nothingToDecide('No refund with this id can get this outcome')
    await insertRefundOutcome(tx, refundId, outcome)
    await recordEvent(tx, {
      id: ids.id('evt'),
      type: outcome === 'failed' ? 'refund.failed' : 'refund.updated',
      object: presentRefund({ ...refund, status: outcome }),
    })
  })
}

/** Decides a dispute; `won` returns the money to the shop. */
export async function decideDispute(
  { db, ids }: Pick<Sandbox, 'db' | 'ids'>,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dispute = await closeDispute(tx, disputeId, outcome)
    if (!dispute) throw nothingToDecide('No open dispute with this id')
    const types = ['charge.dispute.closed', ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : [])]
    for (const type of types)
      await recordEvent(tx, { id: ids.id('evt'), type, object: presentDispute(dispute) })
  })
}

function nothingToDecide(title: string): AppError {
  return new AppError('sandbox.nothing_to_decide', { status: 409, title })
}
