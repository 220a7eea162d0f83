import { AppError } from '../../../shared/app-error.ts'
import { closeDispute } from './disputes.repo.ts'
import { recordEvent } from './events.repo.ts'
import { presentRefund } from './intents.presenter.ts'
import { lockIntent } from './intents.repo.ts'
import { findRefund, insertRefundEnd } from './refunds.repo.ts'
import type { Sandbox } from './sandbox.ts'
import { presentDispute } from './vault.presenter.ts'

/*
 * What a bank decides days after it was asked: tests, trials and whoever sits at the terminal decide for it. As with faults,
 * nothing that comes over HTTP can.
 */

/** The bank takes a refund that was pending, or sends one back, be it that it had taken it before. */
export async function decideRefund(
  { db, names }: Pick<Sandbox, 'db' | 'names'>,
  refundId: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await findRefund(tx, refundId)
    if (found) await lockIntent(tx, found.intentId)
    const known = found && (await findRefund(tx, refundId))
    if (!known || known.status === 'failed' || known.status === outcome)
      throw nothingToDecide('There is no such refund of which its bank could say so')
    await insertRefundEnd(tx, refundId, outcome)
    await recordEvent(tx, {
      id: names.id('evt'),
      type: outcome === 'failed' ? 'refund.failed' : 'refund.updated',
      object: presentRefund({ ...known, status: outcome }),
    })
  })
}

/** The bank decides about a dispute: won, the shop has its money again. */
export async function decideDispute(
  { db, names }: Pick<Sandbox, 'db' | 'names'>,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dispute = await closeDispute(tx, disputeId, outcome)
    if (!dispute) throw nothingToDecide('There is no such dispute that its bank has not decided')
    const types = ['charge.dispute.closed', ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : [])]
    for (const type of types)
      await recordEvent(tx, { id: names.id('evt'), type, object: presentDispute(dispute) })
  })
}

function nothingToDecide(title: string): AppError {
  return new AppError('sandbox.nothing_to_decide', { status: 409, title })
}
