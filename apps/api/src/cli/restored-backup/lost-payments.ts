import { formatMoney } from '@terrace/domain/money/money'
import type { Db } from '#api/db/client.ts'
import type { ListedPayment, ListedRefund, PaymentGateway } from '#api/modules/payments/index.ts'
import {
  attachPayment,
  findKnownPayments,
  findKnownRefunds,
  findPurchasesInProgress,
  readLastAttemptTime,
  readOrdersOfPayments,
} from './lost-payments.repo.ts'

/** Purchases start before their payment. The clocks of the gateway and the database may differ. */
const clockToleranceMs = 3_600_000

/**
 * Asks the gateway for payments and refunds that were made after the restored time. A payment whose purchase is still
 * there is attached to it; `returnsMoney` cancels or refunds the others, once each. Returns lines to print.
 */
export async function settleLostPayments(
  db: Db,
  gateway: PaymentGateway,
  { returnsMoney }: { returnsMoney: boolean },
): Promise<string[]> {
  const lastAttemptAt = await readLastAttemptTime(db)
  const since = new Date(lastAttemptAt === null ? 0 : lastAttemptAt.getTime() - clockToleranceMs)
  const payments = await gateway.listPaymentsSince(since)
  const refunds = await gateway.listRefundsSince(since)
  const lines: string[] = []
  for (const payment of await lostPaymentsOf(db, payments))
    lines.push(...(await settlePayment(db, gateway, payment, returnsMoney)))
  lines.push(...(await refundLines(db, refunds)))
  return lines.length === 0 ? ['the gateway has no payment or refund that the database lacks'] : lines
}

/** Payments of ours that no purchase refers to and that took, or may still take, a buyer's money. */
async function lostPaymentsOf(db: Db, payments: readonly ListedPayment[]): Promise<ListedPayment[]> {
  const ours = payments.filter(({ metadata }) => metadata['attempt_id']?.startsWith('att_'))
  const known = await findKnownPayments(
    db,
    ours.map(({ gatewayPaymentId }) => gatewayPaymentId),
  )
  return ours.filter(({ gatewayPaymentId, status }) => !known.has(gatewayPaymentId) && status !== 'canceled')
}

async function settlePayment(
  db: Db,
  gateway: PaymentGateway,
  payment: ListedPayment,
  returnsMoney: boolean,
): Promise<string[]> {
  const { gatewayPaymentId, amount, amountRefunded, status, metadata } = payment
  const name = `${gatewayPaymentId} of ${formatMoney(amount)}`
  if (await attachPayment(db, { attemptId: metadata['attempt_id'] ?? '', gatewayPaymentId }))
    return [`${name} belongs to a purchase in progress, which is finished after the start`]
  const rest = { ...amount, minor: amount.minor - amountRefunded.minor }
  if (rest.minor <= 0) return []
  const isPaid = status === 'succeeded'
  if (!returnsMoney)
    return [
      isPaid
        ? `${name} was paid, but the database has no order of it; --return-lost-payments refunds it`
        : `${name} is open (${status}) without a purchase; --return-lost-payments cancels it`,
    ]
  if (!isPaid) {
    await gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: `${gatewayPaymentId}:lost-cancel` })
    return [`${name} had no purchase and was cancelled`]
  }
  const refund = await gateway.refundPayment({
    gatewayPaymentId,
    amount: rest,
    metadata: { attempt_id: metadata['attempt_id'] ?? '' },
    idempotencyKey: `${gatewayPaymentId}:lost-refund`,
  })
  return [`${name} had no order; ${formatMoney(rest)} was refunded (${refund.refundId}, ${refund.status})`]
}

/** The orders of lost refunds still count as bought. Which line was cancelled is known to people only. */
async function refundLines(db: Db, refunds: readonly ListedRefund[]): Promise<string[]> {
  const made = refunds.filter(({ status }) => status !== 'failed')
  const paymentIds = made.map(({ gatewayPaymentId }) => gatewayPaymentId)
  const [known, orders, purchases] = await Promise.all([
    findKnownRefunds(db, {
      gatewayRefundIds: made.map(({ refundId }) => refundId),
      refundIds: made.flatMap(({ metadata }) => metadata['refund_id'] ?? []),
    }),
    readOrdersOfPayments(db, paymentIds),
    findPurchasesInProgress(db, paymentIds),
  ])
  return made.flatMap(({ refundId, gatewayPaymentId, amount, metadata }) => {
    const name = `${refundId} returned ${formatMoney(amount)} of`
    if (purchases.has(gatewayPaymentId))
      return `${name} a purchase in progress; refunded in full, it ends without an order after the start, otherwise cancel the refunded line of its order`
    const number = orders.get(gatewayPaymentId)
    if (number === undefined || known.has(refundId) || known.has(metadata['refund_id'] ?? '')) return []
    return `${name} order ${number}, which the database lacks; cancel the line again, and it takes this refund instead of a second one`
  })
}
