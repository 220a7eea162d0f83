import { money, type Money } from '@terrace/domain/money'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction.ts'

/** A refund, and how often it was begun anew after it had failed, from 1. */
export interface RefundRound {
  id: string
  round: number
}

/** Money that is owed back, with the payment that it comes from. */
export interface DueRefund extends RefundRound {
  orderId: string
  amount: Money
  gateway: string
  intentId: string
  /** The gateway's name of it; null as long as none is known. */
  gatewayRefundId: string | null
  /** Of this round, this one counted. */
  tries: number
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

/** Takes refunds that are due to be tried; until their next time, later with each try, nobody else does. */
export async function claimDueRefunds(db: Reader, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<{
    id: string
    orderId: string
    amount_minor: number
    currency: string
    gateway: string
    intentId: string
    gatewayRefundId: string | null
    round: number
    tries: number
  }>`
    with due as (
      select id from order_refunds where state = 'pending' and next_try_at <= clock_timestamp()
      order by next_try_at limit ${limit} for update skip locked
    )
    update order_refunds r
    set tries = r.tries + 1, next_try_at = clock_timestamp() + least(interval '15 seconds' * 2 ^ least(r.tries, 8), interval '1 hour')
    from due, orders o
    where r.id = due.id and o.id = r.order_id
    returning r.id, r.order_id as "orderId", r.amount_minor, r.currency, o.gateway, o.intent_id as "intentId",
      r.gateway_refund_id as "gatewayRefundId", r.round, r.tries`.execute(db)
  return rows.map(({ amount_minor, currency, ...row }) => ({ ...row, amount: money(amount_minor, currency) }))
}

/** A refund that was paid, with the gateway's name of it. */
export interface PaidRefund {
  id: string
  gatewayRefundId: string
}

/** Takes paid refunds that their bank may still send back and whose turn it is; for an hour nobody else does. */
export async function claimPaidRefunds(db: Reader, gateway: string, limit: number): Promise<PaidRefund[]> {
  // The time is asked for once: compared with one that may differ from row to row, no index would be used.
  const { rows } = await sql<PaidRefund>`
    with due as (
      select r.id from order_refunds r join orders o on o.id = r.order_id
      where r.state = 'succeeded' and r.gateway_refund_id is not null and o.gateway = ${gateway}
        and r.refunded_at between (select clock_timestamp()) - interval '60 days' and (select clock_timestamp()) - interval '1 day'
        and r.next_try_at <= clock_timestamp()
      order by r.refunded_at limit ${limit} for update of r skip locked
    )
    update order_refunds r set next_try_at = clock_timestamp() + interval '1 hour'
    from due where r.id = due.id
    returning r.id, r.gateway_refund_id as "gatewayRefundId"`.execute(db)
  return rows
}

/** The gateway has answered about a refund that stays paid: it is asked again in a week. */
export async function restPaidRefund(db: Reader, id: string): Promise<void> {
  await db
    .updateTable('order_refunds')
    .set({ next_try_at: sql<Date>`clock_timestamp() + interval '7 days'` })
    .where('id', '=', id)
    .where('state', '=', 'succeeded')
    .execute()
}

/** Keeps by which name the gateway knows a refund that has not ended. */
export async function nameRefund(
  db: Reader,
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
 * Which of ours a refund of the gateway is: by its name, or where that is not known here yet by what it was asked with. Undefined
 * for one that is none of ours, and for what an earlier round has left behind.
 */
export async function findRefundOf(
  db: Reader,
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

/** Ends this round of a refund; false where it has ended before. */
export async function endRefund(
  tx: Tx,
  { id, round }: RefundRound,
  /** The gateway's name of it, where it has one. */
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

/** Fails a refund that this round has paid through the gateway; false for any other. */
export async function failPaidRefund(tx: Tx, { id, round }: RefundRound): Promise<boolean> {
  const row = await tx
    .updateTable('order_refunds')
    .set({ state: 'failed', refunded_at: null })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'succeeded')
    .where('paid_otherwise', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Begins a refund anew that has failed; false for any other. */
export async function reopenRefund(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('order_refunds')
    .set({
      state: 'pending',
      round: sql<number>`round + 1`,
      tries: 0,
      gateway_refund_id: null,
      next_try_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Keeps how a refund that has failed was paid without the gateway, in a round of its own; undefined for any other. What the
 * gateway still tells of it is about an earlier round.
 */
export async function settleOtherwise(tx: Tx, id: string, how: string): Promise<RefundRound | undefined> {
  return await tx
    .updateTable('order_refunds')
    .set({
      state: 'succeeded',
      round: sql<number>`round + 1`,
      gateway_refund_id: null,
      paid_otherwise: how,
      refunded_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning(['id', 'round'])
    .executeTakeFirst()
}

/** The line that a refund is for; undefined for a refund that never was. */
export async function findLineOfRefund(db: Reader, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('order_refunds').select('line_id').where('id', '=', id).executeTakeFirst()
  return row?.line_id
}
