import type { Money } from '@terrace/domain/money'
import type { Db } from '../../db/client.ts'
import { readIssueReports } from './issue-reports.repo.ts'
import { nextStep, placeOf, whenAndWhere } from './line-texts.ts'
import { lineTotal, type Order, type Refund } from './order.ts'
import { readTransitions } from './order-whole.repo.ts'
import { findOrderById, isOrderPaid } from './orders.repo.ts'

/** What the letters of an order are made of. */
export interface OrderLetter {
  /** Who bought it. */
  accountId: string
  email: string
  orderId: string
  number: string
  total: Money
  fee: Money
  card: Order['card']
  hasSeveralSellers: boolean
  lines: LetterLine[]
}

export interface LetterLine {
  id: string
  state: Order['lines'][number]['state']
  title: string
  whenAndWhere: string
  place: string
  quantity: number
  total: Money
  next: string
  /** Why it was cancelled; undefined while it was not. */
  cancelledFor: string | undefined
  /** Of the money that goes back for it; undefined while none does. */
  refund: Pick<Refund, 'id' | 'state' | 'paidOtherwise'> | undefined
}

/** What the buyer is told of their order; to the address that was given at the checkout. */
export async function draftOrderLetter(db: Db, orderId: string): Promise<OrderLetter | undefined> {
  const order = await findOrderById(db, orderId)
  if (!order) return undefined
  const transitions = await readTransitions(db, orderId)
  return {
    accountId: order.accountId,
    email: order.email,
    orderId,
    number: order.number,
    total: order.total,
    fee: order.fee,
    card: order.card,
    hasSeveralSellers: new Set(order.lines.map((line) => line.sellerTeamId)).size > 1,
    lines: order.lines.map((line) => ({
      id: line.id,
      state: line.state,
      title: line.facts.eventTitle,
      whenAndWhere: whenAndWhere(line.facts),
      place: placeOf(line.facts),
      quantity: line.quantity,
      total: lineTotal(line),
      next: nextStep(line, order.placedAt),
      cancelledFor: transitions.find(({ lineId, to }) => lineId === line.id && to === 'cancelled')?.reason,
      refund: order.refunds.find(({ lineId }) => lineId === line.id),
    })),
  }
}

/** The same for an order that was placed just now: undefined if it was undone since. Throws while its payment is being taken. */
export async function draftConfirmation(db: Db, orderId: string): Promise<OrderLetter | undefined> {
  const letter = await draftOrderLetter(db, orderId)
  if (!letter || letter.lines.every(({ state }) => state === 'cancelled')) return undefined
  if (!(await isOrderPaid(db, orderId))) throw new Error('the order is still being paid for')
  return letter
}

export interface IssueLetter {
  number: string
  line: LetterLine
  kind: string
  text: string
  reportedBy: string
}

/** What the seller and the operators are told of something that is wrong with a line. */
export async function draftIssueLetter(
  db: Db,
  { orderId, lineId, reportId }: { orderId: string; lineId: string; reportId: string },
): Promise<IssueLetter | undefined> {
  const letter = await draftOrderLetter(db, orderId)
  const line = letter?.lines.find(({ id }) => id === lineId)
  const report = (await readIssueReports(db, orderId)).find(({ id }) => id === reportId)
  if (!letter || !line || !report) return undefined
  return {
    number: letter.number,
    line,
    kind: report.kind,
    text: report.text,
    reportedBy: report.reportedBy,
  }
}
