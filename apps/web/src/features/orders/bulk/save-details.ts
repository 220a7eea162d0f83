import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'

type SavedDetails = Pick<
  BodyInputOf<typeof ordersRoutes.changeDetails>,
  'reference' | 'client_id' | 'client_name'
>

export interface SaveResult {
  saved: readonly WireOrder[]
  failed: readonly { order: WireOrder; reason: string }[]
}

/** Sets these details on each order; what is not given stays. An order that fails does not stop the rest. */
export async function saveDetails(orders: readonly WireOrder[], details: SavedDetails): Promise<SaveResult> {
  const saved: WireOrder[] = []
  const failed: { order: WireOrder; reason: string }[] = []
  for (const order of orders) {
    try {
      await call(ordersRoutes.changeDetails, {
        params: { order_id: order.id },
        body: { ...details, expected: {} },
      })
      saved.push(order)
    } catch (error) {
      failed.push({ order, reason: errorText(error) })
    }
  }
  return { saved, failed }
}

/** 'Saved: T-1, T-2.' and 'Not saved: T-3. Order not found.', one entry per reason. */
export function saveResultTexts({ saved, failed }: SaveResult): string[] {
  const numbers = (orders: readonly WireOrder[]) => orders.map(({ number }) => number).join(', ')
  const reasons = Map.groupBy(failed, ({ reason }) => reason)
  return [
    ...(saved.length > 0 ? [`Saved: ${numbers(saved)}.`] : []),
    ...[...reasons].map(
      ([reason, failures]) =>
        `Not saved: ${numbers(failures.map(({ order }) => order))}. ${reason.replace(/\.?$/, '.')}`,
    ),
  ]
}
