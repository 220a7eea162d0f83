import { ordersRoutes } from '@terrace/contracts/orders'
import type { QueryOf } from '@terrace/contracts/route'
import { orderLineStates } from '@terrace/domain/order-lifecycle'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { idempotencyKey } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import type { OrderFilter } from './find-orders.ts'
import type { Order } from './order.ts'
import { readDisputes } from '../payments/index.ts'
import { exportOrders } from './export-orders.ts'
import { readIssueReports } from './issue-reports.repo.ts'
import { readAttendees } from './line-attendees.ts'
import { readOrders } from './order-list.repo.ts'
import { presentOrderWhole, presentReport } from './order-whole.presenter.ts'
import { readTickets, readTransitions } from './order-whole.repo.ts'
import { orderErrors } from './orders.errors.ts'
import { presentOrder, wireStatus } from './orders.presenter.ts'
import { findOrder } from './orders.repo.ts'
import { makeOrderPaper } from './paper/make-order-paper.ts'
import { reportIssue } from './report-issue.ts'

interface OrdersDeps {
  db: Db
  ids: Ids
  outbox: { wake(): void }
  sealer: Sealer
  config: { brand: string }
}

/** A team’s purchases: listed, one by one, exported, on paper, and what is reported of them. */
export function mountOrders(http: HttpContext, deps: OrdersDeps): void {
  const { db, config } = deps

  async function orderOf(teamId: string, orderId: string): Promise<Order> {
    const order = await findOrder(db, teamId, orderId)
    if (!order) throw orderErrors.make('order.not_found')
    return order
  }

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
    const order = await orderOf(account.teamId, params.order_id)
    const [transitions, tickets, reports, disputes, attendees] = await Promise.all([
      readTransitions(db, order.id),
      readTickets(db, order.id),
      readIssueReports(db, order.id),
      readDisputes(db, order.attemptId),
      readAttendees(
        db,
        deps.sealer,
        order.lines.map((line) => line.id),
      ),
    ])
    const whole = { order, transitions, tickets, reports, disputes, attendees }
    return { data: presentOrderWhole(whole, config.brand) }
  })

  mountRoute(http, ordersRoutes.export, async ({ query, account }) => {
    const csv = await exportOrders(db, { teamId: account.teamId, filter: toFilter(query) })
    return { data: { filename: 'purchases.csv', csv } }
  })

  for (const kind of ['invoice', 'summary'] as const) {
    mountRoute(http, ordersRoutes[kind], async ({ params, account }) => {
      const order = await orderOf(account.teamId, params.order_id)
      return { data: await makeOrderPaper(db, { kind, brand: config.brand, order }) }
    })
  }

  mountRoute(http, ordersRoutes.reportIssue, async ({ params, body, account, idempotencyKey: key }) => {
    const report = await reportIssue(deps, {
      teamId: account.teamId,
      accountId: account.accountId,
      lineId: params.line_id,
      ...body,
      key: idempotencyKey(key, { ...params, ...body }),
    })
    return { data: presentReport(report) }
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
