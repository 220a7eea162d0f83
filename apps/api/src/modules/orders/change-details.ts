import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Order } from './order.ts'
import { orderErrors } from './orders.errors.ts'
import { findOrder, lockOrder, saveOrderDetails } from './orders.repo.ts'

interface DetailsChange {
  teamId: string
  orderId: string
  reference: string | undefined
  internalNote: string | undefined
}

/** Replaces the team's own reference and note, in every state of the order; a missing one is removed. */
export async function changeOrderDetails(
  { db, outbox }: { db: Db; outbox: { wake(): void } },
  { teamId, orderId, reference, internalNote }: DetailsChange,
): Promise<Order> {
  const changed = await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, teamId, orderId)
    if (!order) throw orderErrors.make('order.not_found')
    const updated = { ...order, reference: reference || null, internalNote: internalNote || null }
    await saveOrderDetails(tx, updated)
    await recordEvents(tx, [
      { topic: 'order.details_changed', subject: orderId, payload: { orderId, teamId } },
    ])
    return updated
  })
  outbox.wake()
  return changed
}
