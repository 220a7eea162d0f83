import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import type { Db } from '#api/db/client.ts'
import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import { ensureInvoice } from '../invoices/issue-invoices.ts'
import type { Order } from '../order.ts'
import { readTransitions } from '../order-detail.repo.ts'
import { readTeamContact } from '#api/modules/teams/index.ts'
import type { OrderDocument } from './order-document.ts'

const render = createWorkerQueue<OrderDocument, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url))

interface RenderRequest {
  kind: OrderDocument['kind']
  brand: string
  issuer: InvoiceIssuer
  order: Order
}

/**
 * Renders the PDF in a worker thread, because embedding fonts and writing pages can take a second. `onEnd` receives the
 * milliseconds it took there.
 */
export async function createOrderPdf(
  db: Db,
  { kind, brand, issuer, order }: RenderRequest,
  onEnd?: (ms: number) => void,
): Promise<{ filename: string; bytes: Uint8Array }> {
  const [team, transitions] = await Promise.all([
    readTeamContact(db, order.teamId),
    readTransitions(db, [order.id]),
  ])
  const cancellationReasons = new Map(
    transitions.filter(({ to }) => to === 'cancelled').map(({ lineId, reason }) => [lineId, reason]),
  )
  const invoice = kind === 'invoice' ? await ensureInvoice(db, order.id, issuer) : undefined
  const document = {
    kind,
    brand,
    teamName: team.name,
    order,
    cancellationReasons,
    ...(invoice && { invoice }),
  }
  const bytes = await render(document, onEnd)
  const name = { invoice: 'invoice', summary: 'order' }[kind]
  return {
    filename: `${brand.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${name}-${order.number}.pdf`,
    bytes,
  }
}
