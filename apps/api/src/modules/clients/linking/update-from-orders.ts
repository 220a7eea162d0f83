import { linkOrdersNamed, readOrderClients, type OrderClient } from '#api/modules/orders/index.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import { lockBook } from '../client-book.repo.ts'
import { touchClient } from '../clients.repo.ts'
import type { ClientDeps } from '../manage/save-client.ts'
import { dropProposals, replaceProposal } from './client-proposals.repo.ts'
import { findClientByName } from './find-client-by-name.ts'

/** Fills the client book from orders: a known name is linked, any other name that a broker typed is proposed. */
export function createOrderSubscriber(deps: ClientDeps): DurableSubscriber {
  return {
    name: 'clients.update_from_orders',
    topics: ['order.placed', 'order.client_changed'],
    async handle(tx, rows) {
      const ids = [...new Set(rows.map(({ subject }) => subject))]
      const changed = new Set(
        rows.filter(({ topic }) => topic === 'order.client_changed').map(({ subject }) => subject),
      )
      // Sorted by team, so that two processes lock client books in the same order and cannot deadlock.
      for (const order of await readOrderClients(tx, ids)) {
        // Proposals for the previous client no longer apply.
        if (changed.has(order.orderId)) await dropProposals(tx, { orderId: order.orderId })
        await updateFromOrder(tx, deps, { ...order, isChanged: changed.has(order.orderId) })
      }
    },
  }
}

async function updateFromOrder(
  tx: Tx,
  deps: ClientDeps,
  { orderId, teamId, quoteId, clientId, clientName, isChanged }: OrderClient & { isChanged: boolean },
): Promise<void> {
  const now = deps.clock.now()
  if (clientId !== null) return touchClient(tx, { id: clientId, now })
  if (clientName === null) return
  const book = await lockBook(tx, deps.fieldCipher, teamId)
  const found = await findClientByName(tx, deps.fieldCipher, { teamId, name: clientName })
  if (found === 'ambiguous') return
  if (found) {
    await linkOrdersNamed(tx, { teamId, clientId: found.id, names: [clientName] })
    return touchClient(tx, { id: found.id, now })
  }
  // The quote has proposed its own client, which a later change replaces.
  if (quoteId !== null && !isChanged) return
  await replaceProposal(tx, deps.fieldCipher, {
    book,
    origin: { orderId },
    proposal: {
      id: deps.ids.next('clp'),
      source: 'broker',
      clientId: null,
      name: clientName,
      email: '',
      isLinkOnly: false,
      proposedAt: now,
    },
  })
}
