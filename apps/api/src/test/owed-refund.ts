import type { WireOrder } from '@terrace/contracts/orders'
import { cancelLines } from '../modules/orders/index.ts'
import { buyOrder } from './bought-order.ts'
import type { Market } from './build-market.ts'
import type { Caller } from './build-test-app.ts'

type Owed = Awaited<ReturnType<typeof cancelLines>>[number]

/** An order of which the first line was cancelled and is to be paid back; one line of two tickets unless said. */
export async function owedRefund(
  market: Market,
  wanted: Parameters<typeof buyOrder>[1] = {},
): Promise<Owed & { buyer: Caller; order: WireOrder; orderId: string; intentId: string }> {
  const { buyer, order, line } = await buyOrder(market, wanted)
  const [owed] = await cancelLines(market.deps, {
    which: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
  })
  if (!owed) throw new Error('nothing is owed')
  const { intent_id: intentId } = await market.db
    .selectFrom('orders')
    .select('intent_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { ...owed, buyer, order, orderId: order.id, intentId }
}
