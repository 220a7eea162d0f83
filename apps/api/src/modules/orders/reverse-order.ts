import { orderLineLifecycle } from '@terrace/domain/lifecycles/order-lifecycle'
import type { Tx } from '#api/db/transaction.ts'
import { reverseSale } from '#api/modules/ledger/index.ts'
import { clearQuoteOfOrder, findOrderOfAttempt, transitionLine } from './orders.repo.ts'

/** Cancels all lines of the attempt's order and reverses its sale, because the payment could not be kept. */
export async function reverseOrder(
  tx: Tx,
  { attemptId, actor, reason }: { attemptId: string; actor: string; reason: string },
): Promise<void> {
  const order = await findOrderOfAttempt(tx, attemptId)
  if (!order) throw new Error(`attempt ${attemptId} has no order to reverse`)
  for (const { id, state } of order.lines) {
    const to = orderLineLifecycle.next(state, 'cancel')
    if (to === null) throw new Error(`order line ${id} is ${state} and can’t be cancelled`)
    await transitionLine(tx, { id, from: state, to, actor, reason })
  }
  if (order.quote) await clearQuoteOfOrder(tx, order.id)
  await reverseSale(tx, attemptId)
}
