import { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireOrder } from '@terrace/contracts/orders'
import type { Market } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { addTeam } from './factories.ts'
import { purchaseBody, type HeldTickets } from './purchase-body.ts'

interface Wanted {
  quantity?: number
  /** A seller of its own by this name; else the market's. */
  seller?: string
  listing?: Parameters<Market['list']>[0]
}

let number = 0

/** Tickets bought and paid for through the API: one line of two tickets unless said. */
export async function buyOrder(
  market: Market,
  {
    buyer: given,
    lines = [{}],
    cardToken,
  }: { buyer?: Caller; lines?: readonly Wanted[]; cardToken?: string } = {},
): Promise<{ buyer: Caller; order: WireOrder; line: WireOrder['lines'][number] }> {
  const buyer = given ?? (await market.addBuyer())
  const held: HeldTickets[] = []
  for (const { quantity = 2, seller, listing } of lines) {
    const sellerTeamId =
      seller === undefined ? market.sellerTeamId : await addTeam(market.db, { name: seller })
    held.push(await market.hold(buyer, await market.list({ quantity, sellerTeamId, ...listing }), quantity))
  }
  const { data } = await buyer.call(checkoutRoutes.buy, {
    body: purchaseBody(held, cardToken),
    idempotencyKey: `bought-order-${(number += 1)}`,
  })
  const { order } = data.data
  const [line] = order?.lines ?? []
  if (!order || !line) throw new Error(`the purchase is ${data.data.status}: ${data.data.reason}`)
  return { buyer, order, line }
}
