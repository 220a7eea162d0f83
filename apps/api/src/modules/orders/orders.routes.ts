import { ordersRoutes } from '@terrace/contracts/orders'
import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import type { Db } from '#api/db/client.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Order } from './order.ts'
import { readDisputes } from '#api/modules/payments/index.ts'
import { readOrderChanges } from './details/order-changes.repo.ts'
import { changeOrderDetails, type DetailsDeps } from './details/change-details.ts'
import { chosenClient } from './details/chosen-client.ts'
import { exportOrders } from './export-orders.ts'
import { toOrderFilter, type FilterDeps } from './list/order-filter.ts'
import { readIssueReports } from './issue-reports.repo.ts'
import { readAttendees } from './line-attendees.ts'
import { readOrders } from './list/order-list.repo.ts'
import { presentFullOrder, presentReport } from './order-detail.presenter.ts'
import { readOrderRates, readTickets, readTransitions } from './order-detail.repo.ts'
import { orderErrors } from './orders.errors.ts'
import { presentOrder } from './orders.presenter.ts'
import { findOrder } from './orders.repo.ts'
import { createInvoiceSubscriber } from './invoices/issue-invoices.ts'
import { createOrderPdf } from './pdf/create-order-pdf.ts'
import { reportIssue } from './report-issue.ts'

interface OrdersDeps {
  db: Db
  /** May be some seconds behind. */
  reads: Db
  ids: Ids
  outbox: Pick<OutboxTail, 'wake' | 'subscribe'>
  fieldCipher: FieldCipher
  clientBook: DetailsDeps['clientBook'] & FilterDeps['clientBook']
  clock: Clock
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
  config: { brand: string; invoiceIssuer: InvoiceIssuer }
}

/** Routes of a team’s purchases: list, detail, export, PDFs and issue reports. */
export function mountOrders(http: HttpContext, deps: OrdersDeps): void {
  const { db, config } = deps
  deps.outbox.subscribe(createInvoiceSubscriber(config.invoiceIssuer))

  async function orderOf(teamId: string, orderId: string): Promise<Order> {
    const order = await findOrder(db, teamId, orderId)
    if (!order) throw orderErrors.make('order.not_found')
    return order
  }

  mountRoute(http, ordersRoutes.list, async ({ query, account }) => {
    const { page, per_page: perPage } = query
    const { orders, total } = await readOrders(db, {
      teamId: account.teamId,
      filter: await toOrderFilter(deps, account.teamId, query),
      sort: { by: query.order_by, direction: query.sort_order },
      page,
      perPage,
    })
    return {
      data: orders.map(presentOrder),
      meta: pageMetaOf(total, page, perPage),
    }
  })

  mountRoute(http, ordersRoutes.one, async ({ params, account }) => {
    const order = await orderOf(account.teamId, params.order_id)
    const [transitions, changes, tickets, reports, disputes, exchangeRates, attendees] = await Promise.all([
      readTransitions(db, [order.id]),
      readOrderChanges(db, order.id),
      readTickets(db, order.id),
      readIssueReports(db, order.id),
      readDisputes(db, order.attemptId),
      readOrderRates(db, order.id),
      readAttendees(
        db,
        deps.fieldCipher,
        order.lines.map((line) => line.id),
      ),
    ])
    const fullOrder = { order, transitions, changes, tickets, reports, disputes, exchangeRates, attendees }
    return { data: presentFullOrder(fullOrder, config.brand) }
  })

  mountRoute(http, ordersRoutes.changeDetails, async ({ params, body, account }) => {
    const order = await changeOrderDetails(deps, {
      teamId: account.teamId,
      accountId: account.accountId,
      orderId: params.order_id,
      reference: body.reference,
      internalNote: body.internal_note,
      client: chosenClient(body),
      expected: body.expected,
    })
    return { data: presentOrder(order) }
  })

  mountRoute(http, ordersRoutes.export, async ({ query, account }) => {
    const filter = await toOrderFilter(deps, account.teamId, query)
    const csv = await exportOrders(deps.reads, { teamId: account.teamId, filter })
    return { data: { filename: 'purchases.csv', csv } }
  })

  for (const kind of ['invoice', 'summary'] as const) {
    mountRoute(http, ordersRoutes[kind], async ({ params, account, request }) => {
      const spender = { request, accountId: account.accountId }
      deps.work.assertBudgetLeft(spender)
      const order = await orderOf(account.teamId, params.order_id)
      const content = { kind, brand: config.brand, issuer: config.invoiceIssuer, order }
      const { filename, bytes } = await createOrderPdf(db, content, (ms) => deps.work.charge(spender, ms))
      return { data: { filename, base64: Buffer.from(bytes).toString('base64') } }
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
