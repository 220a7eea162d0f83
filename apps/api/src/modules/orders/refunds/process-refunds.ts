import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { inRootSpan } from '#api/tracing/active-span.ts'
import {
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRefund,
} from '#api/modules/payments/index.ts'
import { recheckRefunds } from './recheck-refunds.ts'
import { claimDueRefunds, takeLostRefund, type DueRefund } from './refunds.repo.ts'
import { finalizeRefund } from './finalize-refund.ts'

interface RefundDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

const processIntervalMs = 3000
const recheckIntervalMs = 3_600_000
const batchSize = 20

/**
 * Pays due refunds of cancelled lines and returns how many it processed. Safe to run in several processes.
 * Looks up earlier attempts at the gateway before retrying, so a crash never pays twice; state, ledger and event
 * commit together.
 */
export async function processRefunds(deps: RefundDeps): Promise<number> {
  const dueRefunds = await claimDueRefunds(deps.db, batchSize)
  for (const refund of dueRefunds) {
    try {
      const { id, orderId, traceparent } = refund
      const attributes = { 'terrace.refund_id': id, 'terrace.order_id': orderId }
      await inRootSpan('refund: pay', { parent: traceparent ?? undefined, attributes }, () =>
        processRefund(deps, refund),
      )
    } catch (error) {
      // One failure doesn't block the other refunds; the next attempt is already scheduled.
      const details = { err: error, refundId: refund.id }
      if (error instanceof GatewayUnavailable) deps.logger.warn(details, 'refund delayed; will retry')
      else deps.logger.error(details, 'unexpected refund error')
    }
  }
  if (dueRefunds.length > 0) deps.outbox.wake()
  return dueRefunds.length
}

/** Pays due refunds at start and every few seconds, and rechecks paid ones every hour. */
export function createRefundProcessor(deps: RefundDeps): BackgroundLoop {
  const onError = (error: unknown) => deps.logger.warn({ err: error }, 'refund processing failed')
  const processing = createBackgroundLoop({
    intervalMs: processIntervalMs,
    work: () => processRefunds(deps),
    onError,
  })
  const rechecking = createBackgroundLoop({
    intervalMs: recheckIntervalMs,
    work: () => recheckRefunds(deps),
    onError,
  })
  return {
    start() {
      processing.start()
      rechecking.start()
    },
    async stop() {
      await Promise.all([processing.stop(), rechecking.stop()])
    },
  }
}

async function processRefund(deps: RefundDeps, refund: DueRefund): Promise<void> {
  const gatewayRefund = await submitRefund(deps, refund)
  await finalizeRefund(deps, refund, gatewayRefund ?? { refundId: undefined, status: 'failed' })
}

/** The refund at the gateway; `undefined` when it can't be made there. */
async function submitRefund(
  { db, gateway, logger }: RefundDeps,
  refund: DueRefund,
): Promise<PaymentRefund | undefined> {
  if (refund.gateway !== gateway.name) {
    logger.error(
      { refundId: refund.id, gateway: refund.gateway },
      'refund uses a gateway that is not configured',
    )
    throw new GatewayUnavailable(`gateway ${refund.gateway} is not configured`)
  }
  try {
    const gatewayRefund =
      (await findExistingRefund(db, gateway, refund)) ?? (await createGatewayRefund(gateway, refund))
    if (gatewayRefund.status === 'failed')
      logger.error({ refundId: refund.id }, 'refund rejected by the bank; pay it manually')
    return gatewayRefund
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error
    logger.error({ err: error, refundId: refund.id }, 'refund rejected by the gateway; check it')
  }
  return undefined
}

/**
 * Finds a refund that an earlier attempt created: of any round unless it failed, of this round even then. Gateways forget
 * idempotency keys after a day, and before that they replay their first, outdated response; metadata stays. Also takes a
 * refund of the same amount that a restored database has lost, so that its line is not refunded twice.
 */
async function findExistingRefund(
  db: Db,
  gateway: PaymentGateway,
  refund: DueRefund,
): Promise<PaymentRefund | undefined> {
  const { id, gatewayPaymentId, gatewayRefundId, round, amount } = refund
  if (gatewayRefundId !== null) return gateway.retrieveRefund(gatewayRefundId)
  const all = await gateway.listRefunds(gatewayPaymentId)
  const own = all.find(
    ({ status, metadata }) =>
      metadata['refund_id'] === id && (status !== 'failed' || (metadata['round'] ?? '1') === String(round)),
  )
  if (own) return own
  for (const candidate of all) {
    const lostId = candidate.metadata['refund_id']
    if (candidate.status === 'failed' || candidate.amount.minor !== amount.minor) continue
    if (lostId === undefined || lostId === id) continue
    const takes = { gatewayRefundId: candidate.refundId, lostId }
    if (await inTransaction(db, (tx) => takeLostRefund(tx, refund, takes))) return candidate
  }
  return undefined
}

function createGatewayRefund(
  gateway: PaymentGateway,
  { id, gatewayPaymentId, amount, round }: DueRefund,
): Promise<PaymentRefund> {
  return gateway.refundPayment({
    gatewayPaymentId,
    amount,
    metadata: { refund_id: id, round: String(round) },
    idempotencyKey: round === 1 ? `${id}:refund` : `${id}:refund:${round}`,
  })
}
