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

/**
 * Sets these details on each order; what is not given stays. An order fails if the list is older than a colleague's
 * change of what would be replaced, and does not stop the rest.
 */
export async function saveDetails(orders: readonly WireOrder[], details: SavedDetails): Promise<SaveResult> {
  const saved: WireOrder[] = []
  const failed: { order: WireOrder; reason: string }[] = []
  for (const order of orders) {
    try {
      await call(ordersRoutes.changeDetails, {
        params: { order_id: order.id },
        body: { ...details, expected: shownDetails(order, details) },
      })
      saved.push(order)
    } catch (error) {
      failed.push({ order, reason: errorText(error) })
    }
  }
  return { saved, failed }
}

function shownDetails({ reference, client }: WireOrder, details: SavedDetails) {
  return {
    ...(details.reference !== undefined && { reference }),
    ...((details.client_id !== undefined || details.client_name !== undefined) && {
      client: client?.name ?? null,
    }),
  }
}

/** 'Saved: T-1, T-2.' and 'Not saved: T-3. Order not found.', one entry per reason. */
export function saveResultTexts({ saved, failed }: SaveResult): { text: string; isError: boolean }[] {
  const numbers = (orders: readonly WireOrder[]) => orders.map(({ number }) => number).join(', ')
  const reasons = Map.groupBy(failed, ({ reason }) => reason)
  return [
    ...(saved.length > 0 ? [{ text: `Saved: ${numbers(saved)}.`, isError: false }] : []),
    ...[...reasons].map(([reason, failures]) => ({
      text: `Not saved: ${numbers(failures.map(({ order }) => order))}. ${reason.replace(/\.?$/, '.')}`,
      isError: true,
    })),
  ]
}
