import { ordersRoutes } from '@terrace/contracts/orders'
import type { QueryOf } from '@terrace/contracts/route'
import { orderLineStates } from '@terrace/domain/order-lifecycle'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OrderFilter } from './find-orders.ts'
import { readOrders } from './order-list.repo.ts'
import { presentOrderWhole } from './order-whole.presenter.ts'
import { readIssueReports, readRefunds, readTickets, readTransitions } from './order-whole.repo.ts'
import { orderErrors } from './orders.errors.ts'
import { presentOrder, wireStatus } from './orders.presenter.ts'
import { findOrder } from './orders.repo.ts'

interface OrdersDeps {
  db: Db
  config: { brand: string }
}

export function mountOrders(http: HttpContext, { db, config }: OrdersDeps): void {
  mountRoute(http, ordersRoutes.list, async ({ query, account }) => {
    const { page, per_page: perPage } = query
    const { orders, total } = await readOrders(db, {
      teamId: account.teamId,
      filter: toFilter(query),
      page,
      perPage,
    })
    return {
      data: orders.map(presentOrder),
      meta: { total, page, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) },
    }
  })

  mountRoute(http, ordersRoutes.one, async ({ params, account }) => {
    const order = await findOrder(db, account.teamId, params.order_id)
    if (!order) throw orderErrors.make('order.not_found')
    const [transitions, tickets, reports, refunds] = await Promise.all([
      readTransitions(db, order.id),
      readTickets(db, order.id),
      readIssueReports(db, order.id),
      readRefunds(db, order.id),
    ])
    return { data: presentOrderWhole({ order, transitions, tickets, reports, refunds }, config.brand) }
  })
}

function toFilter(query: QueryOf<typeof ordersRoutes.export>): OrderFilter {
  return {
    search: query.search,
    state: orderLineStates.find((state) => wireStatus[state] === query.status),
    placedFrom: query.placed_from,
    placedTo: query.placed_to,
    eventFrom: query.event_from,
    eventTo: query.event_to,
  }
}
