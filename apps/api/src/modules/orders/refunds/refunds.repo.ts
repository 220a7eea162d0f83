import { money, type Money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Traceparent } from '#api/tracing/tracer.port.ts'

/** A refund and its round: 1, plus one each time an operator retries it after a failure. */
export interface RefundRound {
  id: string
  round: number
}

/** A refund to pay, with the payment it refers to. */
export interface DueRefund extends RefundRound {
  orderId: string
  amount: Money
  gateway: string
  gatewayPaymentId: string
  /** Gateway refund id; `null` until known. */
  gatewayRefundId: string | null
  /** Attempts in this round, including the current one. */
  attemptCount: number
  /** Of the request that cancelled the line, if it is recorded. */
  traceparent: Traceparent | null
}

export async function insertRefund(
  tx: Tx,
  refund: { refundId: string; orderId: string; lineId: string; amount: Money },
): Promise<void> {
  await tx
    .insertInto('order_refunds')
    .values({
      id: refund.refundId,
      order_id: refund.orderId,
      line_id: refund.lineId,
      amount_minor: refund.amount.minor,
      currency: refund.amount.currency,
    })
    .execute()
}

/** Claims due refunds. The next attempt is scheduled with backoff, so no other process takes them until then. */
export async function claimDueRefunds(db: DbOrTx, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<{
    id: string
    orderId: string
    amount_minor: number
    currency: string
    gateway: string
    gatewayPaymentId: string
    gatewayRefundId: string | null
    round: number
    attemptCount: number
    traceparent: Traceparent | null
  }>`
    with due as (
      select id from order_refunds where state = 'pending' and next_attempt_at <= clock_timestamp()
      order by next_attempt_at limit ${limit} for update skip locked
    )
    update order_refunds r
    set attempt_count = r.attempt_count + 1, next_attempt_at = clock_timestamp() + least(interval '15 seconds' * 2 ^ least(r.attempt_count, 8), interval '1 hour')
    from due, orders o
    where r.id = due.id and o.id = r.order_id
    returning r.id, r.order_id as "orderId", r.amount_minor, r.currency, o.gateway, o.gateway_payment_id as "gatewayPaymentId",
      r.gateway_refund_id as "gatewayRefundId", r.round, r.attempt_count as "attemptCount", r.traceparent`.execute(
    db,
  )
  return rows.map(({ amount_minor, currency, ...row }) => ({ ...row, amount: money(amount_minor, currency) }))
}

export interface PaidRefund {
  id: string
  gatewayRefundId: string
}

/** Claims paid refunds that are due for a recheck, for one hour. Banks may return a refund for about 60 days. */
export async function claimPaidRefunds(db: DbOrTx, gateway: string, limit: number): Promise<PaidRefund[]> {
  // The scalar subquery makes the timestamp constant, which lets PostgreSQL use the index.
  const { rows } = await sql<PaidRefund>`
    with due as (
      select r.id from order_refunds r join orders o on o.id = r.order_id
      where r.state = 'succeeded' and r.gateway_refund_id is not null and o.gateway = ${gateway}
        and r.refunded_at between (select clock_timestamp()) - interval '60 days' and (select clock_timestamp()) - interval '1 day'
        and r.next_attempt_at <= clock_timestamp()
      order by r.refunded_at limit ${limit} for update of r skip locked
    )
    update order_refunds r set next_attempt_at = clock_timestamp() + interval '1 hour'
    from due where r.id = due.id
    returning r.id, r.gateway_refund_id as "gatewayRefundId"`.execute(db)
  return rows
}

/** The gateway confirmed the refund; the next recheck is in a week. */
export async function scheduleNextRecheck(db: DbOrTx, id: string): Promise<void> {
  await db
    .updateTable('order_refunds')
    .set({ next_attempt_at: sql<Date>`clock_timestamp() + interval '7 days'` })
    .where('id', '=', id)
    .where('state', '=', 'succeeded')
    .execute()
}

/** Links the refund to one at the gateway that no refund in the database refers to, by our id or by the gateway's. */
export async function takeLostRefund(
  tx: Tx,
  { id, orderId }: Pick<DueRefund, 'id' | 'orderId'>,
  { gatewayRefundId, lostId }: { gatewayRefundId: string; lostId: string },
): Promise<boolean> {
  // Lock the order, so that two of its lines are never linked to the same refund.
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const { numAffectedRows = 0n } = await sql`
    update order_refunds set gateway_refund_id = ${gatewayRefundId}
    where id = ${id} and gateway_refund_id is null and state = 'pending'
      and not exists (select from order_refunds where id = ${lostId} or gateway_refund_id = ${gatewayRefundId})`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

export async function saveGatewayRefundId(
  db: DbOrTx,
  { id, round }: RefundRound,
  gatewayRefundId: string,
): Promise<void> {
  await db
    .updateTable('order_refunds')
    .set({ gateway_refund_id: gatewayRefundId })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Matches a gateway refund to ours by gateway id, or by metadata while the id is unknown. `undefined` for unknown
 * refunds and those of earlier rounds.
 */
export async function findRefundOf(
  db: DbOrTx,
  gateway: string,
  { refundId, metadata }: { refundId: string; metadata: Readonly<Record<string, string>> },
): Promise<RefundRound | undefined> {
  return await db
    .selectFrom('order_refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.round'])
    .where('o.gateway', '=', gateway)
    .where(({ or, and, eb }) =>
      or([
        eb('r.gateway_refund_id', '=', refundId),
        and([
          eb('r.gateway_refund_id', 'is', null),
          eb('r.id', '=', metadata['refund_id'] ?? ''),
          eb('r.round', '=', Number(metadata['round'] ?? 1)),
        ]),
      ]),
    )
    .executeTakeFirst()
}

/** Completes this round of a refund; `false` when it was completed before. */
export async function endRefund(
  tx: Tx,
  { id, round }: RefundRound,
  /** Undefined when the gateway has not created a refund. */
  { state, gatewayRefundId }: { state: 'succeeded' | 'failed'; gatewayRefundId: string | undefined },
): Promise<boolean> {
  const row = await tx
    .updateTable('order_refunds')
    .set({
      state,
      ...(gatewayRefundId !== undefined && { gateway_refund_id: gatewayRefundId }),
      ...(state === 'succeeded' && { refunded_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Fails a refund that this round paid through the gateway; `false` for any other. */
export async function failPaidRefund(tx: Tx, { id, round }: RefundRound): Promise<boolean> {
  const row = await tx
    .updateTable('order_refunds')
    .set({ state: 'failed', refunded_at: null })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'succeeded')
    .where('manual_payment_note', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reopens a failed refund in a new round; `false` for any other. */
export async function reopenRefund(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('order_refunds')
    .set({
      state: 'pending',
      round: sql<number>`round + 1`,
      attempt_count: 0,
      gateway_refund_id: null,
      next_attempt_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks a failed refund as paid outside the gateway, in a new round, so late gateway events for earlier rounds are
 * ignored. `undefined` for any other.
 */
export async function markPaidManually(tx: Tx, id: string, note: string): Promise<RefundRound | undefined> {
  return await tx
    .updateTable('order_refunds')
    .set({
      state: 'succeeded',
      round: sql<number>`round + 1`,
      gateway_refund_id: null,
      manual_payment_note: note,
      refunded_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning(['id', 'round'])
    .executeTakeFirst()
}

/** The line of a refund; `undefined` for an unknown refund. */
export async function findRefundLineId(db: DbOrTx, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('order_refunds').select('line_id').where('id', '=', id).executeTakeFirst()
  return row?.line_id
}
