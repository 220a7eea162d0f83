import type { ordersRoutes } from '@terrace/contracts/orders'
import type { QueryOf } from '@terrace/contracts/route'
import { orderLineStates } from '@terrace/domain/lifecycles/order-lifecycle'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { OrderFilter } from './order-search.ts'
import { wireStatus } from '../orders.presenter.ts'
import { readLateLines } from '../late/late-lines.ts'

export interface FilterDeps {
  db: Db
  clock: Clock
  clientBook: {
    /** @throws `client.unknown` when the team has no such client */
    readQuoteIds(db: Db, client: { teamId: string; id: string }): Promise<string[]>
  }
}

const hourMs = 3_600_000
const hoursAhead = { two_days: 48, week: 7 * 24 }

/**
 * The filter of a request.
 * @throws `client.unknown`
 */
export async function toOrderFilter(
  { db, clock, clientBook }: FilterDeps,
  teamId: string,
  query: QueryOf<typeof ordersRoutes.export>,
): Promise<OrderFilter> {
  const { client_id: clientId, deadline } = query
  const now = clock.now()
  return {
    search: query.search,
    state: orderLineStates.find((state) => wireStatus[state] === query.status),
    placedFrom: query.placed_from,
    placedTo: query.placed_to,
    eventFrom: query.event_from,
    eventTo: query.event_to,
    ...(clientId !== undefined && {
      client: { clientId, quoteIds: await clientBook.readQuoteIds(db, { teamId, id: clientId }) },
    }),
    ...(deadline === 'late' && {
      ids: [...new Set((await readLateLines(db, teamId, now)).map(({ orderId }) => orderId))],
    }),
    ...(deadline !== undefined &&
      deadline !== 'late' && {
        due: { from: now, until: new Date(now.getTime() + hoursAhead[deadline] * hourMs) },
      }),
  }
}
