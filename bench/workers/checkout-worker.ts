import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { purchaseBody, type HeldTickets } from '../../apps/api/src/test/fixtures/purchase-body.ts'
import { bodyOf, openConnection, requestText, type HttpResponse, type Connection } from '../connection.ts'
import { serve } from '../worker.ts'

export interface CheckoutJob {
  port: number
  tokens: string[]
  listingIds: string[]
  concurrency: number
  seconds: number
}

export interface CheckoutResult {
  /** Orders placed. */
  count: number
  perSecond: number
  /** From the hold request to the order response. */
  p99Ms: number
}

const holdPath = `/api${holdsRoutes.place.path}`
const buyPath = `/api${expandProduct(checkoutRoutes.buy.path, productDefaults.product)}`

/** Brokers who repeatedly hold and buy two tickets of a random listing, each for another team. */
serve(async ({ port, tokens, listingIds, concurrency, seconds }: CheckoutJob): Promise<CheckoutResult> => {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  const durations: number[] = []

  async function work(connection: Connection): Promise<void> {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const token = randomItem(tokens)
      const item = { listing_id: randomItem(listingIds), quantity: 2 }
      const held = await connection.send(requestText('POST', holdPath, { token, body: [item] }))
      const bought = await connection.send(
        requestText('POST', buyPath, { token, body: purchaseBody(linesOf(held)) }),
      )
      assertConfirmed(bought)
      durations.push(performance.now() - startedAt)
    }
  }

  await Promise.all(connections.map(work))
  const secondsTaken = (performance.now() - from) / 1000
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(durations).sort()
  return {
    count: durations.length,
    perSecond: durations.length / secondsTaken,
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  }
})

function linesOf(response: HttpResponse): HeldTickets[] {
  if (response.status !== 200) throw unexpected(response)
  // Parsing with the contract would add client cost; the purchase verifies the data.
  const { data } = bodyOf(response) as { data: HeldTickets[] }
  return data
}

function assertConfirmed(response: HttpResponse): void {
  if (response.status !== 200) throw unexpected(response)
  const { data } = bodyOf(response) as { data: { status: string } }
  if (data.status !== 'confirmed') throw unexpected(response)
}

function unexpected(response: HttpResponse): Error {
  return new Error(
    `the server returned ${response.status}: ${response.bytes.toString('utf8', response.bodyStart)}`,
  )
}

function randomItem<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}
