import type { Money } from '@terrace/domain/money/money'
import { orderLineCan } from '@terrace/domain/lifecycles/order-lifecycle'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { toSingleLine } from '#api/shared/text/single-line.ts'
import { reverseSaleOfHolds } from '#api/modules/holds/index.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { lineTotal } from '../order.ts'
import { orderErrors } from '../orders.errors.ts'
import { transitionLine } from '../orders.repo.ts'
import { readDeliveredTicketNumbers } from '../tickets/tickets.repo.ts'
import { insertRefund } from './refunds.repo.ts'

export interface CancelLinesInput {
  /** One line, or every line of the order that can be cancelled. */
  target: { lineId: string } | { orderId: string }
  /** An account id, or `operator:<name>`. */
  actor: string
  /** Shown to the buyer. */
  reason: string
  /** Puts the tickets back on sale; rejected when any of them was delivered. */
  relist: boolean
  /** Includes delivered lines. Only for operators, for tickets that turned out to be worthless. */
  includesDelivered?: boolean
  /** For the audit log. */
  by?: Actor
}

/**
 * Cancels lines and creates their refunds, which `processRefunds` pays, in one transaction under the order's lock.
 * Prevents delivery after cancellation and duplicate refunds.
 */
export async function cancelLines(
  { db, ids }: { db: Db; ids: Ids },
  { target, actor, reason, relist, includesDelivered = false, by }: CancelLinesInput,
): Promise<{ lineId: string; refundId: string; amount: Money }[]> {
  const trimmedReason = toSingleLine(reason)
  if (trimmedReason === '' || trimmedReason.length > 300)
    throw invalidInput({ reason: ['must be 1 to 300 characters'] })
  return inTransaction(db, async (tx) => {
    const lines = cancellable(await lockLines(tx, target), { target, includesDelivered })
    if (relist) await rejectDelivered(tx, lines)
    const refunds: { lineId: string; refundId: string; amount: Money }[] = []
    for (const line of lines) {
      await transitionLine(tx, {
        id: line.id,
        from: line.state,
        to: 'cancelled',
        actor,
        reason: trimmedReason,
      })
      const refund = { refundId: ids.next('rfd'), lineId: line.id, amount: lineTotal(line) }
      await insertRefund(tx, { ...refund, orderId: line.orderId })
      refunds.push(refund)
    }
    const [{ teamId } = { teamId: '' }] = lines
    if (relist) await reverseSaleOfHolds(tx, { teamId, holdIds: lines.map((line) => line.holdId) })
    await recordEvents(
      tx,
      lines.map(({ id, orderId, sellerTeamId }) => ({
        topic: 'order.line_cancelled' as const,
        subject: orderId,
        payload: { orderId, lineId: id, teamId, sellerTeamId },
      })),
    )
    await recordChanges(
      tx,
      by,
      ...lines.map(({ id, orderId, sellerTeamId, state }) => {
        const refund = refunds.find(({ lineId }) => lineId === id)
        return {
          kind: 'order.line_cancelled' as const,
          teamId,
          details: {
            order_id: orderId,
            line_id: id,
            seller_team_id: sellerTeamId,
            refund_id: refund?.refundId ?? '',
            is_relisted: relist,
            before: { state },
            after: {
              state: 'cancelled',
              refund_minor: refund?.amount.minor ?? 0,
              currency: refund?.amount.currency ?? '',
            },
          },
        }
      }),
    )
    return refunds
  })
}

/** Returns at least one line. */
function cancellable(
  lines: readonly LockedLine[],
  { target, includesDelivered }: { target: CancelLinesInput['target']; includesDelivered: boolean },
): LockedLine[] {
  const [first] = lines
  if (!first) throw orderErrors.make('lineId' in target ? 'order.line_not_found' : 'order.not_found')
  if (!first.isPaid) throw orderErrors.make('order.not_paid_yet')
  const cancellableLines = lines.filter(
    (line) => orderLineCan.cancel(line) || (includesDelivered && orderLineCan.cancelDelivered(line)),
  )
  if (cancellableLines.length > 0) return cancellableLines
  if ('orderId' in target) throw orderErrors.make('order.nothing_to_cancel')
  throw orderErrors.make(
    first.state === 'cancelled' ? 'order.line_already_cancelled' : 'order.line_already_delivered',
  )
}

/** Rejects putting delivered tickets back on sale, because the buyer may already use them. */
async function rejectDelivered(tx: Tx, lines: readonly LockedLine[]): Promise<void> {
  for (const { id } of lines)
    if ((await readDeliveredTicketNumbers(tx, id)).length > 0)
      throw orderErrors.make('order.delivered_not_relistable')
}
