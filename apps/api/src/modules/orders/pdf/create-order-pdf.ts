import type { DbOrTx } from '#api/db/transaction.ts'
import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import type { Order } from '../order.ts'
import { readTransitions } from '../order-detail.repo.ts'
import { readTeamContact } from '#api/modules/teams/index.ts'
import type { OrderDocument } from './order-document.ts'

const render = createWorkerQueue<OrderDocument, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url))

interface RenderRequest {
  kind: OrderDocument['kind']
  brand: string
  order: Order
}

/** Renders the PDF in a worker thread, because embedding fonts and writing pages can take a second. */
export async function createOrderPdf(
  db: DbOrTx,
  { kind, brand, order }: RenderRequest,
): Promise<{ filename: string; base64: string }> {
  const [team, transitions] = await Promise.all([
    readTeamContact(db, order.teamId),
    readTransitions(db, [order.id]),
  ])
  const cancellationReasons = new Map(
    transitions.filter(({ to }) => to === 'cancelled').map(({ lineId, reason }) => [lineId, reason]),
  )
  const bytes = await render({ kind, brand, teamName: team.name, order, cancellationReasons })
  const name = { invoice: 'invoice', summary: 'order' }[kind]
  return {
    filename: `${brand.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${name}-${order.number}.pdf`,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
