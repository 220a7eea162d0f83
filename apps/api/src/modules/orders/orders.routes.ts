import { ordersRoutes } from '@terrace/contracts/orders'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { orderErrors } from './orders.errors.ts'
import { presentOrder } from './orders.presenter.ts'
import { findOrder, readOrders } from './orders.repo.ts'

export function mountOrders(http: HttpContext, { db }: { db: Db }): void {
  mountRoute(http, ordersRoutes.list, async ({ query, account }) => {
    const { page, per_page: perPage } = query
    const { orders, total } = await readOrders(db, { teamId: account.teamId, page, perPage })
    return {
      data: orders.map(presentOrder),
      meta: { total, page, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) },
    }
  })

  mountRoute(http, ordersRoutes.one, async ({ params, account }) => {
    const order = await findOrder(db, account.teamId, params.order_id)
    if (!order) throw orderErrors.make('order.not_found')
    return { data: presentOrder(order) }
  })
}
