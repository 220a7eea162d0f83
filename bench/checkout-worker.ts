import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import { purchaseBody, type HeldTickets } from '../apps/api/src/test/purchase-body.ts'
import { bodyOf, openConnection, requestText, type Answer, type Connection } from './connection.ts'
import { serve } from './worker.ts'

export interface CheckoutWish {
  port: number
  tokens: string[]
  listingIds: string[]
  concurrency: number
  seconds: number
}

export interface Bought {
  /** Orders. */
  perSecond: number
  /** From asking to hold until the order is answered. */
  p99Ms: number
}

const holdPath = `/api${holdsRoutes.place.path}`
const buyPath = `/api${foldProduct(checkoutRoutes.buy.path, productDefaults.product)}`

/** Brokers who hold two tickets of some listing and buy them, over and over, each under another team. */
serve(async ({ port, tokens, listingIds, concurrency, seconds }: CheckoutWish): Promise<Bought> => {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  const took: number[] = []

  async function work(connection: Connection): Promise<void> {
    while (performance.now() < until) {
      const began = performance.now()
      const token = pick(tokens)
      const item = { listing_id: pick(listingIds), quantity: 2 }
      const held = await connection.send(requestText('POST', holdPath, { token, body: [item] }))
      const bought = await connection.send(
        requestText('POST', buyPath, { token, body: purchaseBody(linesOf(held)) }),
      )
      assertConfirmed(bought)
      took.push(performance.now() - began)
    }
  }

  await Promise.all(connections.map(work))
  const secondsTaken = (performance.now() - from) / 1000
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(took).sort()
  return {
    perSecond: took.length / secondsTaken,
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  }
})

function linesOf(answer: Answer): HeldTickets[] {
  if (answer.status !== 200) throw unexpected(answer)
  // Parsing it by the contract would be the client's own cost; every figure of it is checked by the purchase that follows.
  const { data } = bodyOf(answer) as { data: HeldTickets[] }
  return data
}

function assertConfirmed(answer: Answer): void {
  if (answer.status !== 200) throw unexpected(answer)
  const { data } = bodyOf(answer) as { data: { status: string } }
  if (data.status !== 'confirmed') throw unexpected(answer)
}

function unexpected(answer: Answer): Error {
  return new Error(`the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`)
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
