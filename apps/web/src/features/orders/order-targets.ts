import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { targetResults, type JumpTarget, type TargetResults } from '#web/lib/commands/jump-target.ts'
import { priceText } from '#web/lib/format/price.ts'
import { call } from '#web/lib/http/api-client.ts'
import { isKnownEmpty } from '#web/lib/http/is-known-empty.ts'
import { eventDayText, eventsText } from './order-texts.ts'

const maxTargets = 20

function foundOrdersQuery(text: string) {
  const query = { per_page: maxTargets, ...(text !== '' && { search: text.slice(0, 100) }) }
  return queryOptions({
    queryKey: [ordersRoutes.list.name, 'targets', query],
    queryFn: async ({ signal, client }): Promise<WireOrder[]> =>
      isKnownEmpty(client, text, (shorter) => foundOrdersQuery(shorter).queryKey)
        ? []
        : (await call(ordersRoutes.list, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** The latest orders and those found by this text. */
export function useOrderTargets(text: string): TargetResults {
  const latest = useQuery(foundOrdersQuery(''))
  const found = useQuery({ ...foundOrdersQuery(text), enabled: text !== '' })
  return targetResults({ latest: latest.data, found }, orderTarget)
}

function orderTarget(order: WireOrder): JumpTarget {
  return {
    kind: 'order',
    id: order.id,
    title: eventsText(order),
    detail: `Order ${order.number} · ${eventDayText(order)}`,
    aside: priceText(order.total),
    count: formatTickets(order.ticket_quantity),
    href: `/profile?tab=purchases&order=${encodeURIComponent(order.id)}`,
  }
}
