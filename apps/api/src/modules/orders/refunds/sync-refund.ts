import type { Db } from '#api/db/client.ts'
import { GatewayRejected, type PaymentGateway, type PaymentRefund } from '#api/modules/payments/index.ts'
import { findRefundOf } from './refunds.repo.ts'
import { finalizeRefund } from './finalize-refund.ts'

interface RefundSyncDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { error(details: object, message: string): void }
}

/**
 * Handles a gateway event about a refund by reading its current status. Includes paid refunds, which a bank may
 * return weeks later.
 */
export async function syncRefund(deps: RefundSyncDeps, gatewayRefundId: string): Promise<void> {
  const gatewayRefund = await findGatewayRefund(deps.gateway, gatewayRefundId)
  const refund = gatewayRefund && (await findRefundOf(deps.db, deps.gateway.name, gatewayRefund))
  if (!refund) {
    logUnmatchedRefund(deps, gatewayRefund)
    return
  }
  await finalizeRefund(deps, refund, gatewayRefund)
  deps.outbox.wake()
}

/** A returned refund without an order can't be retried automatically, so log it for the operator. */
function logUnmatchedRefund({ logger }: RefundSyncDeps, gatewayRefund: PaymentRefund | undefined): void {
  const attemptId = gatewayRefund?.metadata['attempt_id']
  if (gatewayRefund?.status !== 'failed' || attemptId === undefined) return
  logger.error(
    { attemptId, gatewayRefundId: gatewayRefund.refundId },
    'the bank returned the refund of a payment without an order; pay it manually',
  )
}

/** `undefined` when the gateway doesn't know the refund. */
async function findGatewayRefund(
  gateway: PaymentGateway,
  gatewayRefundId: string,
): Promise<PaymentRefund | undefined> {
  try {
    return await gateway.retrieveRefund(gatewayRefundId)
  } catch (error) {
    if (error instanceof GatewayRejected && error.code === 'resource_missing') return undefined
    throw error
  }
}
