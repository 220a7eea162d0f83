import type { Money } from '@terrace/domain/money'
import { orderLineCan } from '@terrace/domain/order-lifecycle'
import type { Db } from '../../../db/client.ts'
import { inTransaction, type Tx } from '../../../db/transaction.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import type { Ids } from '../../../shared/ids.ts'
import { plainLine } from '../../../shared/plain-line.ts'
import { unsellSome } from '../../holds/index.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { lineTotal } from '../order.ts'
import { orderErrors } from '../orders.errors.ts'
import { moveLine } from '../orders.repo.ts'
import { readPlaces } from '../tickets/tickets.repo.ts'
import { insertRefund } from './refunds.repo.ts'

export interface CancelLines {
  /** One line, or all of an order that can be cancelled. */
  which: { lineId: string } | { orderId: string }
  /** An account, or how the operator signs. */
  actor: string
  /** Read by the buyer. */
  reason: string
  /** Puts the tickets on sale again, for a cause that was the buyer's; refused where one of them was delivered. */
  isBackOnSale: boolean
  /** Takes lines too that are delivered: the operator alone may, for tickets that were worth nothing. */
  takesDelivered?: boolean
}

/**
 * Cancels lines, delivered ones only where that is said, and owes the buyer its money: `makeRefunds` pays it, however often a process dies before. In one
 * transaction, under the order's lock: none is delivered once it is cancelled, and each is owed back once.
 */
export async function cancelLines(
  { db, ids }: { db: Db; ids: Ids },
  { which, actor, reason, isBackOnSale, takesDelivered = false }: CancelLines,
): Promise<{ lineId: string; refundId: string; amount: Money }[]> {
  const why = plainLine(reason)
  if (why === '' || why.length > 300) throw invalidInput({ reason: ['must be 1 to 300 characters'] })
  return inTransaction(db, async (tx) => {
    const lines = cancellable(await lockLines(tx, which), { which, takesDelivered })
    if (isBackOnSale) await refuseDelivered(tx, lines)
    const refunds: { lineId: string; refundId: string; amount: Money }[] = []
    for (const line of lines) {
      await moveLine(tx, { id: line.id, from: line.state, to: 'cancelled', actor, reason: why })
      const refund = { refundId: ids.next('rfd'), lineId: line.id, amount: lineTotal(line) }
      await insertRefund(tx, { ...refund, orderId: line.orderId })
      refunds.push(refund)
    }
    const [{ teamId } = { teamId: '' }] = lines
    if (isBackOnSale) await unsellSome(tx, { teamId, holdIds: lines.map((line) => line.holdId) })
    await recordEvents(
      tx,
      lines.map(({ id, orderId, sellerTeamId }) => ({
        topic: 'order.line_cancelled' as const,
        subject: orderId,
        payload: { orderId, lineId: id, teamId, sellerTeamId },
      })),
    )
    return refunds
  })
}

/** At least one. */
function cancellable(
  lines: readonly LockedLine[],
  { which, takesDelivered }: { which: CancelLines['which']; takesDelivered: boolean },
): LockedLine[] {
  const [first] = lines
  if (!first) throw orderErrors.make('lineId' in which ? 'order.line_not_found' : 'order.not_found')
  if (!first.isPaid) throw orderErrors.make('order.not_paid_yet')
  const open = lines.filter(
    (line) => orderLineCan.cancel(line) || (takesDelivered && orderLineCan.recall(line)),
  )
  if (open.length > 0) return open
  if ('orderId' in which) throw orderErrors.make('order.nothing_to_cancel')
  throw orderErrors.make(first.state === 'cancelled' ? 'order.line_cancelled' : 'order.line_fulfilled')
}

/** Somebody has the tickets, or some of them, in hand: nobody else can be sold them. */
async function refuseDelivered(tx: Tx, lines: readonly LockedLine[]): Promise<void> {
  for (const { id } of lines)
    if ((await readPlaces(tx, id)).length > 0) throw orderErrors.make('order.delivered_in_part')
}
