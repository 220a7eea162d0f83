import { money } from '@terrace/domain/money/money'
import type { OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import { compareNames, compareTicketLocations } from '@terrace/domain/tickets/ticket-order'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { searchTextOf } from './list/order-search.ts'
import type { LineSnapshot, Order, OrderLine, Refund } from './order.ts'

/** A client that was deleted in the meantime is no longer linked; its name stays. */
const existingClient = (id: string | null) =>
  id === null ? sql<null>`null` : sql<string | null>`(select c.id from clients c where c.id = ${id})`

export async function lockOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`select from orders where id = ${orderId} for no key update`.execute(tx)
}

/** Saves client, reference and note; the order is found by all of them. */
export async function saveOrderDetails(tx: Tx, order: Order): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      reference: order.reference,
      internal_note: order.internalNote,
      client_id: existingClient(order.client?.id ?? null),
      client_name: order.client?.name ?? null,
      search_text: searchTextOf(order),
    })
    .where('id', '=', order.id)
    .execute()
}

/**
 * Changes a line's state and records actor and reason.
 * @throws when the line is not in the `from` state.
 */
export async function transitionLine(
  tx: Tx,
  transition: { id: string; from: OrderLineState; to: OrderLineState; actor: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ state: transition.to })
    .where('id', '=', transition.id)
    .where('state', '=', transition.from)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_line_transitions')
    .values({
      line_id: transition.id,
      from_state: transition.from,
      to_state: transition.to,
      actor: transition.actor,
      reason: transition.reason,
    })
    .execute()
}

/** Detaches an order from its quote, so that it no longer counts as bought from it. */
export async function clearQuoteOfOrder(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ quote_id: null, quote_title: null })
    .where('id', '=', orderId)
    .execute()
}

export async function findOrder(db: DbOrTx, teamId: string, id: string): Promise<Order | undefined> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
  return (await withLines(db, rows))[0]
}

/**
 * Orders by id regardless of team, for internal use. `isPaid`: whether the payment has been captured; until then the
 * order may be reversed.
 */
export async function findOrdersById(
  db: DbOrTx,
  ids: readonly string[],
): Promise<(Order & { isPaid: boolean })[]> {
  const rows = await db
    .selectFrom('orders as o')
    .selectAll('o')
    .select(sql<boolean>`order_is_paid(o.id)`.as('is_paid'))
    .where('o.id', '=', sql<string>`any(${ids})`)
    .execute()
  const paid = new Set(rows.filter(({ is_paid }) => is_paid).map(({ id }) => id))
  return (await withLines(db, rows)).map((order) => ({ ...order, isPaid: paid.has(order.id) }))
}

/** An order by number regardless of team, for operators. */
export async function findOrderByNumber(db: DbOrTx, number: string): Promise<Order | undefined> {
  const rows = await db.selectFrom('orders').selectAll().where('number', '=', number).execute()
  return (await withLines(db, rows))[0]
}

export async function findOrderOfAttempt(db: DbOrTx, attemptId: string): Promise<Order | undefined> {
  const rows = await db.selectFrom('orders').selectAll().where('attempt_id', '=', attemptId).execute()
  return (await withLines(db, rows))[0]
}

export async function countOrders(db: DbOrTx, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds lines and refunds to order rows, keeping the row order. */
export async function withLines(db: DbOrTx, rows: readonly Selectable<Tables['orders']>[]): Promise<Order[]> {
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
      payment: { gateway: row.gateway, gatewayPaymentId: row.gateway_payment_id },
      quote:
        row.quote_id === null || row.quote_title === null
          ? null
          : { id: row.quote_id, title: row.quote_title },
      reference: row.reference,
      internalNote: row.internal_note,
      client: row.client_name === null ? null : { id: row.client_id, name: row.client_name },
      placedAt: row.placed_at,
      lines: lines.map(toLine).toSorted(bySellerAndSeat),
      refunds: lines.filter(isRefunded).toSorted(byAgeOfRefund).map(toRefund),
    }
  })
}

type StoredLine = Omit<Selectable<Tables['order_lines']>, 'snapshot' | 'attendees'>

interface LineRefund {
  refund_id: string
  refund_minor: number
  refund_currency: string
  refund_state: Refund['state']
  requested_at: Date
  /** `requested_at` in microseconds, because lines cancelled together get refunds within one millisecond. */
  requested_us: number
}

interface NoRefund {
  refund_id: null
}

/** A line with its only refund, if any. */
type LineRow = StoredLine &
  (LineRefund | NoRefund) & {
    /** Written by `insertOrders` only, which guarantees this shape. */
    snapshot: LineSnapshot
    refunded_at: Date | null
    gateway_refund_id: string | null
    manual_payment_note: string | null
  }
type RefundedRow = LineRow & LineRefund

async function readLines(db: DbOrTx, orderIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select * from order_line_details(${orderIds}) order by id`.execute(db)
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
    snapshot: row.snapshot,
  }
}

/** Sorts by seller name, then by section, row and seat. */
export function bySellerAndSeat(one: OrderLine, other: OrderLine): number {
  return (
    compareNames(one.snapshot.sellerName, other.snapshot.sellerName) ||
    compareNames(one.sellerTeamId, other.sellerTeamId) ||
    compareTicketLocations(seatSortKey(one), seatSortKey(other))
  )
}

const seatSortKey = ({ snapshot }: OrderLine) => ({ ...snapshot, firstSeat: snapshot.seats[0] })

function toRefund(row: RefundedRow): Refund {
  return {
    id: row.refund_id,
    lineId: row.id,
    amount: money(row.refund_minor, row.refund_currency),
    state: row.refund_state,
    requestedAt: row.requested_at,
    refundedAt: row.refunded_at,
    gatewayRefundId: row.gateway_refund_id,
    manualPaymentNote: row.manual_payment_note,
  }
}

const isRefunded = (row: LineRow): row is RefundedRow => row.refund_id !== null

const byAgeOfRefund = (one: RefundedRow, other: RefundedRow) =>
  one.requested_us - other.requested_us || (one.refund_id < other.refund_id ? -1 : 1)
