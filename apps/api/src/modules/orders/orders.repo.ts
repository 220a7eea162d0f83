import { money } from '@terrace/domain/money'
import type { OrderLineState } from '@terrace/domain/order-lifecycle'
import { byName, byPlace } from '@terrace/domain/ticket-order'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import { eventDaysOf, searchTextOf } from './find-orders.ts'
import type { LineFacts, Order, OrderLine, Refund } from './order.ts'

/** Writes the order with its lines, and how each of them began. */
export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  const { payment, card } = order
  const lines = order.lines.map(({ price, fee, sellerPrice, ...line }) => ({
    ...line,
    priceMinor: price.minor,
    feeMinor: fee.minor,
    currency: price.currency,
    sellerPriceMinor: sellerPrice.minor,
    sellerCurrency: sellerPrice.currency,
  }))
  await sql`
    with placed as (
      insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
        phone, card_brand, card_last4, gateway, intent_id, search_text, event_days, placed_at)
      values (${order.id}, ${order.number}, ${order.teamId}, ${order.accountId}, ${order.attemptId}, ${order.tickets.minor},
        ${order.fee.minor}, ${order.total.minor}, ${order.total.currency}, ${order.email}, ${order.phone}, ${card?.brand ?? null},
        ${card?.last4 ?? null}, ${payment.gateway}, ${payment.intentId}, ${searchTextOf(order)}, ${eventDaysOf(order)},
        ${order.placedAt})
    ), lines as (
      insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
        currency, seller_price_minor, seller_currency, state, facts)
      select l.id, ${order.id}, l."sellerTeamId", l."listingId", l."holdId", l."eventId", l.quantity, l."priceMinor",
        l."feeMinor", l.currency, l."sellerPriceMinor", l."sellerCurrency", l.state, l.facts
      from jsonb_to_recordset(${JSON.stringify(lines)}) as l (id text, "sellerTeamId" text, "listingId" text, "holdId" text,
        "eventId" integer, quantity integer, "priceMinor" bigint, "feeMinor" bigint, currency text, "sellerPriceMinor" bigint,
        "sellerCurrency" text, state text, facts jsonb)
      returning id, state
    )
    insert into order_line_transitions (line_id, to_state, actor, reason)
    select id, state, ${order.accountId}, 'paid' from lines`.execute(tx)
}

/** Moves a line on and records who did it and why; throws where it is not in the state that was judged. */
export async function moveLine(
  tx: Tx,
  move: { id: string; from: OrderLineState; to: OrderLineState; actor: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ state: move.to })
    .where('id', '=', move.id)
    .where('state', '=', move.from)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_line_transitions')
    .values({
      line_id: move.id,
      from_state: move.from,
      to_state: move.to,
      actor: move.actor,
      reason: move.reason,
    })
    .execute()
}

/** One order of the team, by its id; undefined for another team's. */
export async function findOrder(db: Reader, teamId: string, id: string): Promise<Order | undefined> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
  return (await withLines(db, rows))[0]
}

/** An order by its id, whoever bought it: for what the house itself does. */
export async function findOrderById(db: Reader, id: string): Promise<Order | undefined> {
  const rows = await db.selectFrom('orders').selectAll().where('id', '=', id).execute()
  return (await withLines(db, rows))[0]
}

/** The same by the number that a buyer says on the telephone. */
export async function findOrderByNumber(db: Reader, number: string): Promise<Order | undefined> {
  const rows = await db.selectFrom('orders').selectAll().where('number', '=', number).execute()
  return (await withLines(db, rows))[0]
}

/** The order that an attempt has led to, if it has. */
export async function findOrderOfAttempt(db: Reader, attemptId: string): Promise<Order | undefined> {
  const rows = await db.selectFrom('orders').selectAll().where('attempt_id', '=', attemptId).execute()
  return (await withLines(db, rows))[0]
}

/** Whether the order's payment is taken; before that the order may still be undone. */
export async function isOrderPaid(db: Reader, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`select order_is_paid(${orderId}) as paid`.execute(db)
  return rows[0]?.paid ?? false
}

/** How many orders the team has placed. */
export async function countOrders(db: Reader, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

/** The orders of these rows, in their order. */
export async function withLines(db: Reader, rows: readonly Selectable<Tables['orders']>[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const linesOf = Map.groupBy(
    await readLines(
      db,
      rows.map((row) => row.id),
    ),
    (line) => line.order_id,
  )
  return rows.map((row) => {
    const lines = linesOf.get(row.id) ?? []
    return {
      id: row.id,
      number: row.number,
      teamId: row.team_id,
      accountId: row.account_id,
      attemptId: row.attempt_id,
      tickets: money(row.tickets_minor, row.currency),
      fee: money(row.fee_minor, row.currency),
      total: money(row.total_minor, row.currency),
      email: row.email,
      phone: row.phone,
      card:
        row.card_brand === null || row.card_last4 === null
          ? null
          : { brand: row.card_brand, last4: row.card_last4 },
      payment: { gateway: row.gateway, intentId: row.intent_id },
      quote: toQuote(lines[0]),
      placedAt: row.placed_at,
      lines: lines.map(toLine).toSorted(bySellerAndPlace),
      refunds: lines.filter(isRefunded).toSorted(byAgeOfRefund).map(toRefund),
    }
  })
}

type StoredLine = Omit<Selectable<Tables['order_lines']>, 'facts' | 'attendees'>

interface RefundOfLine {
  refund_id: string
  refund_minor: number
  refund_currency: string
  refund_state: Refund['state']
  requested_at: Date
  /** The same in microseconds: of lines that are cancelled together the refunds follow within one millisecond. */
  requested_us: number
}

interface NoRefund {
  refund_id: null
}

/** A line with its refund, of which it has at most one, and with its order's quote. */
type LineRow = StoredLine &
  (RefundOfLine | NoRefund) & {
    /** Only insertOrder writes them. */
    facts: LineFacts
    refunded_at: Date | null
    gateway_refund_id: string | null
    paid_otherwise: string | null
    quote_id: string | null
    quote_title: string | null
  }
type RefundedRow = LineRow & RefundOfLine

async function readLines(db: Reader, orderIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select * from whole_lines_of_orders(${orderIds}) order by id`.execute(db)
  return rows
}

function toLine(row: LineRow): OrderLine {
  return {
    id: row.id,
    sellerTeamId: row.seller_team_id,
    listingId: row.listing_id,
    holdId: row.hold_id,
    eventId: row.event_id,
    quantity: row.quantity,
    price: money(row.price_minor, row.currency),
    fee: money(row.fee_minor, row.currency),
    sellerPrice: money(row.seller_price_minor, row.seller_currency),
    state: row.state,
    facts: row.facts,
  }
}

/** Sellers by their names, and what each has sold as one looks for it. */
function bySellerAndPlace(left: OrderLine, right: OrderLine): number {
  return (
    byName(left.facts.sellerName, right.facts.sellerName) ||
    byName(left.sellerTeamId, right.sellerTeamId) ||
    byPlace(placeOf(left), placeOf(right))
  )
}

const placeOf = ({ facts }: OrderLine) => ({ ...facts, firstSeat: facts.seats[0] })

function toQuote(row: LineRow | undefined): Order['quote'] {
  if (!row || row.quote_id === null || row.quote_title === null) return null
  return { id: row.quote_id, title: row.quote_title }
}

function toRefund(row: RefundedRow): Refund {
  return {
    id: row.refund_id,
    lineId: row.id,
    amount: money(row.refund_minor, row.refund_currency),
    state: row.refund_state,
    requestedAt: row.requested_at,
    refundedAt: row.refunded_at,
    gatewayRefundId: row.gateway_refund_id,
    paidOtherwise: row.paid_otherwise,
  }
}

const isRefunded = (row: LineRow): row is RefundedRow => row.refund_id !== null

const byAgeOfRefund = (one: RefundedRow, other: RefundedRow) =>
  one.requested_us - other.requested_us || (one.refund_id < other.refund_id ? -1 : 1)
