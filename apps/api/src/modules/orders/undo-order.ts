import { orderLineLifecycle } from '@terrace/domain/order-lifecycle'
import type { Tx } from '../../db/transaction.ts'
import { reverseSale } from '../ledger/index.ts'
import { findOrderOfAttempt, moveLine } from './orders.repo.ts'

/** Cancels every line of the order that an attempt has led to, and reverses its sale: its charge could not be kept. */
export async function undoOrder(
  tx: Tx,
  { attemptId, actor, reason }: { attemptId: string; actor: string; reason: string },
): Promise<void> {
  const order = await findOrderOfAttempt(tx, attemptId)
  if (!order) throw new Error(`the attempt ${attemptId} has no order to undo`)
  for (const { id, state } of order.lines) {
    const to = orderLineLifecycle.next(state, 'cancel')
    if (to === null) throw new Error(`the order line ${id} is ${state} and cannot be cancelled`)
    await moveLine(tx, { id, from: state, to, actor, reason })
  }
  await reverseSale(tx, attemptId)
}
