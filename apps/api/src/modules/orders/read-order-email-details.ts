import type { Money } from '@terrace/domain/money/money'
import type { Db } from '#api/db/client.ts'
import { readIssueReports, type IssueReport } from './issue-reports.repo.ts'
import { nextStep, seatLabel, whenAndWhere } from './line-texts.ts'
import { lineTotal, type Order, type Refund } from './order.ts'
import { readTransitions, type Transition } from './order-detail.repo.ts'
import { findOrdersById } from './orders.repo.ts'

/** Data for all emails about an order; the templates add the buyer's name and a link. */
export interface OrderEmailDetails {
  /** The buyer's account. */
  accountId: string
  email: string
  orderId: string
  number: string
  isPaid: boolean
  total: Money
  fee: Money
  card: Order['card']
  hasSeveralSellers: boolean
  lines: OrderEmailLineDetails[]
}

export interface OrderEmailLineDetails {
  id: string
  state: Order['lines'][number]['state']
  title: string
  whenAndWhere: string
  seatLabel: string
  quantity: number
  total: Money
  nextStep: string
  /** Cancellation reason shown to the buyer. */
  cancellationReason: string | undefined
  /** `undefined` when the line has no refund. */
  refund: Pick<Refund, 'id' | 'state' | 'manualPaymentNote'> | undefined
}

/**
 * Returns the data for emails about these orders to the addresses entered at checkout, by order. Emails that are sent
 * at the same time read it together.
 */
export async function readOrderEmailDetails(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, OrderEmailDetails>> {
  const orders = await findOrdersById(db, orderIds)
  const transitions = await readTransitions(db, orderIds)
  return new Map(orders.map((order) => [order.id, toEmailDetails(order, transitions)]))
}

function toEmailDetails(
  order: Order & { isPaid: boolean },
  transitions: readonly Transition[],
): OrderEmailDetails {
  return {
    accountId: order.accountId,
    email: order.email,
    orderId: order.id,
    number: order.number,
    isPaid: order.isPaid,
    total: order.total,
    fee: order.fee,
    card: order.card,
    hasSeveralSellers: new Set(order.lines.map((line) => line.sellerTeamId)).size > 1,
    lines: order.lines.map((line) => ({
      id: line.id,
      state: line.state,
      title: line.snapshot.eventTitle,
      whenAndWhere: whenAndWhere(line.snapshot),
      seatLabel: seatLabel(line.snapshot),
      quantity: line.quantity,
      total: lineTotal(line),
      nextStep: nextStep(line, order.placedAt),
      cancellationReason: transitions.find(({ lineId, to }) => lineId === line.id && to === 'cancelled')
        ?.reason,
      refund: order.refunds.find(({ lineId }) => lineId === line.id),
    })),
  }
}

/** Whether every line of the order is cancelled, as when its payment could not be captured. */
export function isOrderCancelled({ lines }: Pick<OrderEmailDetails, 'lines'>): boolean {
  return lines.every(({ state }) => state === 'cancelled')
}

export interface IssueEmailDetails {
  number: string
  line: OrderEmailLineDetails
  kind: IssueReport['kind']
  text: string
  reportedBy: string
}

/** Returns the data for the email that notifies seller and operators of a reported issue. */
export async function readIssueEmailDetails(
  db: Db,
  { orderId, lineId, reportId }: { orderId: string; lineId: string; reportId: string },
): Promise<IssueEmailDetails | undefined> {
  const details = (await readOrderEmailDetails(db, [orderId])).get(orderId)
  const line = details?.lines.find(({ id }) => id === lineId)
  const report = (await readIssueReports(db, orderId)).find(({ id }) => id === reportId)
  if (!details || !line || !report) return undefined
  return {
    number: details.number,
    line,
    kind: report.kind,
    text: report.text,
    reportedBy: report.reportedBy,
  }
}
