import type { Reader } from '../../../db/transaction.ts'
import { sideThread } from '../../../shared/side-thread.ts'
import type { Order } from '../order.ts'
import { readTransitions } from '../order-whole.repo.ts'
import { readTeamContact } from '../../teams/index.ts'
import type { OrderPaper } from './order-paper.ts'

const draw = sideThread<OrderPaper, Uint8Array>(new URL('./paper-worker.ts', import.meta.url))

interface MakePaper {
  kind: OrderPaper['kind']
  brand: string
  order: Order
}

/** Makes a paper of an order in a thread of its own: reading fonts and packing pages takes a second. */
export async function makeOrderPaper(
  db: Reader,
  { kind, brand, order }: MakePaper,
): Promise<{ filename: string; base64: string }> {
  const [team, transitions] = await Promise.all([
    readTeamContact(db, order.teamId),
    readTransitions(db, order.id),
  ])
  const cancelledFor = new Map(
    transitions.filter(({ to }) => to === 'cancelled').map(({ lineId, reason }) => [lineId, reason]),
  )
  const bytes = await draw({ kind, brand, teamName: team.name, order, cancelledFor })
  const name = { invoice: 'invoice', summary: 'order' }[kind]
  return {
    filename: `${brand.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${name}-${order.number}.pdf`,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  }
}
