import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertExpectedTexts, changedText } from '#api/shared/expected-texts.ts'
import type { ChosenClient } from './chosen-client.ts'
import type { Order } from '../order.ts'
import { orderErrors } from '../orders.errors.ts'
import { orderTexts, recordOrderChanges } from './order-changes.repo.ts'
import { findOrder, lockOrder, saveOrderDetails } from '../orders.repo.ts'

export interface DetailsDeps {
  db: Db
  outbox: { wake(): void }
  clientBook: {
    /** @throws `client.unknown` when the team has no such client */
    find(tx: Tx, client: { teamId: string; id: string }): Promise<{ id: string; name: string }>
  }
}

interface DetailsChange {
  teamId: string
  accountId: string
  orderId: string
  reference: string | undefined
  internalNote: string | undefined
  client: ChosenClient
  /** What the caller saw; without it, nothing is compared and an omitted text is removed. */
  expected: ExpectedTexts | undefined
}

interface ExpectedTexts {
  reference?: string | null | undefined
  internal_note?: string | null | undefined
  client?: string | null | undefined
}

/**
 * Changes the team's reference and note, in every state of the order. Without a choice, the client stays.
 * @throws `order.not_found`, `client.unknown`, `details.changed`
 */
export async function changeOrderDetails(
  { db, outbox, clientBook }: DetailsDeps,
  { teamId, accountId, orderId, reference, internalNote, client: chosen, expected }: DetailsChange,
): Promise<Order> {
  const changed = await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrder(tx, teamId, orderId)
    if (!order) throw orderErrors.make('order.not_found')
    const client = chosen === undefined ? order.client : await clientFrom(tx, clientBook, teamId, chosen)
    const updated = {
      ...order,
      reference: changedText(reference, order.reference, expected),
      internalNote: changedText(internalNote, order.internalNote, expected),
      client,
    }
    assertExpectedTexts(expected, { before: orderTexts(order), after: orderTexts(updated) })
    await saveOrderDetails(tx, updated)
    await recordOrderChanges(tx, { before: order, after: updated, accountId })
    const event = { subject: orderId, payload: { orderId, teamId } }
    const hasOtherClient = client?.id !== order.client?.id || client?.name !== order.client?.name
    await recordEvents(tx, [
      { topic: 'order.details_changed', ...event },
      ...(hasOtherClient ? [{ topic: 'order.client_changed' as const, ...event }] : []),
    ])
    return updated
  })
  outbox.wake()
  return changed
}

async function clientFrom(
  tx: Tx,
  clientBook: DetailsDeps['clientBook'],
  teamId: string,
  chosen: NonNullable<ChosenClient> | null,
): Promise<Order['client']> {
  if (chosen === null) return null
  if ('name' in chosen) return { id: null, name: chosen.name }
  const { id, name } = await clientBook.find(tx, { teamId, id: chosen.id })
  return { id, name }
}
