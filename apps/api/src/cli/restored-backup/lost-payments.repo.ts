import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

/** When the last purchase that the database knows was started. */
export async function readLastAttemptTime(db: Db): Promise<Date | null> {
  const { at } = await db
    .selectFrom('checkout_attempts')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** Those of the payments that a purchase in the database refers to. */
export async function findKnownPayments(db: Db, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select gateway_payment_id as id from checkout_attempts where gateway_payment_id = any(${paymentIds})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives a purchase whose payment was not stored yet that payment; the reconciler then finishes it. `false` if there is no
 * such purchase.
 */
export async function attachPayment(
  db: Db,
  { attemptId, gatewayPaymentId }: { attemptId: string; gatewayPaymentId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkout_attempts')
    .set({ state: 'authorising', gateway_payment_id: gatewayPaymentId })
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .where('gateway_payment_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Of refunds at the gateway, those that the database has, by their id there or by ours. */
export async function findKnownRefunds(
  db: Db,
  { gatewayRefundIds, refundIds }: { gatewayRefundIds: readonly string[]; refundIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; gatewayRefundId: string | null }>`
    select id, gateway_refund_id as "gatewayRefundId" from order_refunds
    where id = any(${refundIds}) or gateway_refund_id = any(${gatewayRefundIds})`.execute(db)
  return new Set(rows.flatMap(({ id, gatewayRefundId }) => [id, gatewayRefundId ?? id]))
}

/** Numbers of the orders that the payments paid, by payment. */
export async function readOrdersOfPayments(
  db: Db,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ paymentId: string; number: string }>`
    select gateway_payment_id as "paymentId", number::text from orders
    where gateway_payment_id = any(${paymentIds})`.execute(db)
  return new Map(rows.map(({ paymentId, number }) => [paymentId, number]))
}

/** Those of the payments whose purchase has no order yet and is finished after the start. */
export async function findPurchasesInProgress(db: Db, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select gateway_payment_id as id from checkout_attempts
    where is_open and state <> 'capturing' and gateway_payment_id = any(${paymentIds})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
